import { jest } from '@jest/globals';
import { Customer, CustomerPage } from '@tessera/proto/api/billing/customer';
import { Meter, MeterQuantities } from '@tessera/proto/api/billing/meter';
import {
  UsageAlert,
  UsageAlertCreate,
  UsageAlertPage,
  UsageAlertUpdate,
} from '@tessera/proto/api/billing/usage-alert';
import { OwnMembership } from '@tessera/proto/api/organization/directory';
import { screen, waitFor, within } from '@testing-library/react';
import { acme, onlyLooking } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { watchFiles } from '../../test/saved-files.ts';
import { reply } from '../../test/server.ts';

const tokens: Meter = {
  id: '0197a000-0000-7000-8000-0000000000e1',
  createdAt: new Date('2026-06-15T12:00:00Z'),
  modifiedAt: null,
  name: 'Tokens',
  filter: { conjunction: 'and', clauses: [] },
  aggregation: { func: 'count' },
  metadata: {},
  organizationId: acme.id,
};
const alert: UsageAlert = {
  id: '0197a000-0000-7000-8000-0000000000e2',
  createdAt: new Date('2026-06-15T12:00:00Z'),
  modifiedAt: null,
  organizationId: acme.id,
  name: 'Budget',
  meterId: tokens.id,
  customerId: null,
  kind: 'amount',
  threshold: 5_000,
  currency: 'eur',
  isHardStop: true,
  notifyCustomer: false,
};
const alerts = '/billing/v1/usage-alerts';
const nobody: { items: Customer[]; pagination: { totalCount: number; maxPage: number } } = {
  items: [],
  pagination: { totalCount: 0, maxPage: 0 },
};

const open = (items: UsageAlert[], answers: object = {}) =>
  renderRoute(`/acme/meters/${tokens.id}`, {
    answers: {
      [`GET /billing/v1/meters/${tokens.id}`]: reply(Meter, tokens),
      [`GET /billing/v1/meters/${tokens.id}/quantities`]: reply(MeterQuantities, {
        quantities: [],
        total: 0,
      }),
      'GET /billing/v1/customers': reply(CustomerPage, nobody),
      [`GET ${alerts}`]: reply(UsageAlertPage, {
        items,
        pagination: { totalCount: items.length, maxPage: 1 },
      }),
      [`POST ${alerts}`]: reply(UsageAlert, alert, { takes: UsageAlertCreate }),
      [`PATCH ${alerts}/${alert.id}`]: reply(UsageAlert, alert, { takes: UsageAlertUpdate }),
      [`DELETE ${alerts}/${alert.id}`]: () => new Response(null, { status: 204 }),
      ...answers,
    },
  });

describe('the alerts of a meter', () => {
  it('are taken away as a file, with all pages and amounts in major units', async () => {
    const files = watchFiles();
    const second = {
      ...alert,
      id: '0197a000-0000-7000-8000-0000000000e3',
      kind: 'units' as const,
      threshold: 1.5,
    };
    const { user, server } = open([alert], {
      [`GET ${alerts}`]: reply(UsageAlertPage, ({ query }) => ({
        items: [query.get('page') === '2' ? second : alert],
        pagination: { totalCount: 2, maxPage: 2 },
      })),
    });
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files.names).toEqual([expect.stringMatching(/^usage-alerts-.+\.csv$/)]));
    const at = '2026-06-15T12:00:00.000Z';
    expect(await files.lines()).toEqual([
      'id,created_at,name,meter_id,customer_id,kind,threshold,currency,is_hard_stop,notify_customer',
      `${alert.id},${at},Budget,${tokens.id},,amount,50.00,eur,true,false`,
      `${second.id},${at},Budget,${tokens.id},,units,1.5,,true,false`,
    ]);
    expect(server.sentTo(`GET ${alerts}`).at(-1)?.query.get('meter_id')).toBe(tokens.id);
  });

  it('offer no file where there are none', async () => {
    open([]);
    await screen.findByRole('button', { name: 'Add alert' });
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  });

  it('are made with a threshold in the kind that is chosen', async () => {
    const { user, server } = open([]);
    await user.click(await screen.findByRole('button', { name: 'Add alert' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Name'), 'Most of it');
    await user.click(dialog.getByRole('button', { name: 'Save alert' }));
    await dialog.findByText('This is required.');
    await user.type(dialog.getByLabelText('Threshold'), 'a lot');
    await user.click(dialog.getByRole('button', { name: 'Save alert' }));
    await dialog.findByText('Enter a number.');
    await user.clear(dialog.getByLabelText('Threshold'));
    await user.type(dialog.getByLabelText('Threshold'), '1250,5');
    await user.click(dialog.getByRole('checkbox', { name: /Hard stop/ }));
    await user.click(dialog.getByRole('button', { name: 'Save alert' }));
    await waitFor(() => expect(server.sentTo(`POST ${alerts}`)).toHaveLength(1));
    expect(server.sentTo(`POST ${alerts}`)[0]?.body).toMatchObject({
      name: 'Most of it',
      meter_id: tokens.id,
      kind: 'units',
      threshold: 1250.5,
      is_hard_stop: true,
      notify_customer: true,
    });
  });

  it('are changed and deleted', async () => {
    const { user, server } = open([alert]);
    await screen.findByText('€50.00');
    screen.getByText('Hard stop');
    await user.click(screen.getByRole('button', { name: 'Edit Budget' }));
    const threshold = await screen.findByLabelText('Threshold');
    await user.clear(threshold);
    await user.type(threshold, '75');
    await user.click(screen.getByRole('combobox', { name: 'Currency' }));
    await user.click(await screen.findByRole('option', { name: /JPY/ }));
    await user.click(screen.getByRole('button', { name: 'Save alert' }));
    await waitFor(() =>
      expect(server.sentTo(`PATCH ${alerts}/${alert.id}`)[0]?.body).toMatchObject({
        threshold: 75,
        currency: 'jpy',
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Delete Budget?' }));
    await user.click(await screen.findByRole('button', { name: 'Delete alert' }));
    await waitFor(() => expect(server.sentTo(`DELETE ${alerts}/${alert.id}`)).toHaveLength(1));
  });

  it('are shown to those who may only look, who can do nothing to them', async () => {
    open([alert], {
      'GET /auth/organization/own-membership': reply(OwnMembership, onlyLooking),
    });
    await screen.findByText('€50.00');
    expect(screen.queryByRole('button', { name: 'Edit Budget' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete Budget?' })).toBeNull();
  });

  it('say on a phone too what they do and for whom', async () => {
    jest.spyOn(window, 'matchMedia').mockImplementation(
      (media) =>
        ({
          matches: media.includes('48em'),
          media,
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    );
    open([alert]);
    const list = within(await screen.findByRole('list', { name: 'Alerts' }));
    list.getByText('Hard stop');
    list.getByText('Every customer');
    list.getByRole('button', { name: 'Edit Budget' });
    jest.restoreAllMocks();
  });
});
