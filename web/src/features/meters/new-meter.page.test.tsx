import { CustomerPage } from '@tessera/proto/api/billing/customer';
import {
  Meter,
  MeterCreate,
  MeterPage,
  MeterPreview,
  MeterPreviewReply,
  MeterQuantities,
} from '@tessera/proto/api/billing/meter';
import { UsageAlertPage } from '@tessera/proto/api/billing/usage-alert';
import { OwnMembership } from '@tessera/proto/api/organization/directory';
import { screen, waitFor, within } from '@testing-library/react';
import { acme, onlyLooking } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing } from '../../test/sales.ts';
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
const list = { items: [tokens], pagination: { totalCount: 1, maxPage: 1 } };

const counted = {
  quantities: [{ timestamp: new Date('2026-06-15T00:00:00Z'), quantity: 12 }],
  total: 12,
  events: 7,
};

describe('a new meter', () => {
  it('is made with conditions, in groups too', async () => {
    const { user, server } = renderRoute('/acme/meters/new', {
      answers: {
        'GET /billing/v1/meters': reply(MeterPage, list),
        'POST /billing/v1/meters': reply(Meter, tokens, { takes: MeterCreate }),
        'POST /billing/v1/meters/preview': reply(MeterPreviewReply, counted, { takes: MeterPreview }),
        [`GET /billing/v1/meters/${tokens.id}`]: reply(Meter, tokens),
        'GET /billing/v1/customers': reply(CustomerPage, nothing),
        [`GET /billing/v1/meters/${tokens.id}/quantities`]: reply(MeterQuantities, counted),
        'GET /billing/v1/usage-alerts': reply(UsageAlertPage, {
          items: [],
          pagination: { totalCount: 0, maxPage: 0 },
        }),
      },
    });
    await user.type(await screen.findByLabelText('Name'), 'Tokens');
    await user.click(screen.getByRole('button', { name: 'Create meter' }));
    // No event is without a name.
    await screen.findByText('This is required.');
    screen.getByText(/^Complete the conditions/);
    await user.type(screen.getByRole('textbox', { name: 'Value' }), 'completion');
    await screen.findByText('units from 7 events');
    await user.click(screen.getByRole('button', { name: 'Add metadata' }));
    await user.type(screen.getByLabelText('Key 1'), 'team');
    await user.type(screen.getByLabelText('Value 1'), 'core');
    await user.click(screen.getByRole('button', { name: 'Add group' }));
    await user.click(screen.getByRole('button', { name: 'Create meter' }));
    await screen.findByText('This is required.');
    const [, property] = screen.getAllByRole('textbox', { name: 'Property' });
    await user.type(property as HTMLElement, 'model');
    const [, value] = screen.getAllByRole('textbox', { name: 'Value' });
    await user.type(value as HTMLElement, 'large');
    await user.click(screen.getByRole('button', { name: 'Create meter' }));
    await waitFor(() => expect(location.pathname).toBe(`/acme/meters/${tokens.id}`));
    await screen.findByText('units in total');
    screen.getByRole('region', { name: 'Send events' });
    expect(server.sentTo('POST /billing/v1/meters')[0]?.body).toMatchObject({
      name: 'Tokens',
      aggregation: { func: 'count' },
      metadata: { team: 'core' },
      filter: {
        conjunction: 'and',
        clauses: [
          { property: 'name', operator: 'eq', value: 'completion' },
          { conjunction: 'or', clauses: [{ property: 'model', operator: 'eq', value: 'large' }] },
        ],
      },
    });
  });

  it('asks for yes or no where a condition compares with one', async () => {
    const { user, server } = renderRoute('/acme/meters/new', {
      answers: {
        'GET /billing/v1/meters': reply(MeterPage, list),
        'POST /billing/v1/meters/preview': reply(MeterPreviewReply, counted, { takes: MeterPreview }),
      },
    });
    await user.type(await screen.findByLabelText('Name'), 'Tokens');
    await user.click(screen.getByRole('combobox', { name: 'Type of value' }));
    await user.click(await screen.findByRole('option', { name: 'Yes or no' }));
    await user.click(screen.getByRole('button', { name: 'Create meter' }));
    await screen.findByText('This is required.');
    expect(server.sentTo('POST /billing/v1/meters')).toEqual([]);
    await user.click(screen.getByRole('combobox', { name: 'Value' }));
    await user.click(await screen.findByRole('option', { name: 'Yes' }));
    const tried = () => server.sentTo('POST /billing/v1/meters/preview').at(-1)?.body;
    const clauses = [{ property: 'name', operator: 'eq', value: true }];
    await waitFor(() => expect(tried()).toMatchObject({ filter: { clauses } }));
  });

  it('says that nothing would have counted, instead of drawing nothing', async () => {
    const { user } = renderRoute('/acme/meters/new', {
      answers: {
        'GET /billing/v1/meters': reply(MeterPage, list),
        'POST /billing/v1/meters/preview': reply(MeterPreviewReply, { quantities: [], total: 0, events: 0 }),
      },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Value' }), 'completion');
    await screen.findByText(/^No events in the last 30 days would have counted/);
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('is not tried for whoever may make none', async () => {
    const { server } = renderRoute('/acme/meters/new', {
      answers: {
        'GET /auth/organization/own-membership': reply(OwnMembership, onlyLooking),
        'GET /billing/v1/meters': reply(MeterPage, list),
      },
    });
    await screen.findByRole('button', { name: 'Create meter' });
    await waitFor(() => expect(screen.queryByText('Preview')).toBeNull());
    // Before anything is typed in vain.
    within(screen.getByRole('note')).getByText(/^You can see everything here/);
    expect(server.sentTo('POST /billing/v1/meters/preview')).toEqual([]);
  });
});
