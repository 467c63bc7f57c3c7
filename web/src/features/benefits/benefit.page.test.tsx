import { Benefit, BenefitPage, BenefitUpdate } from '@tessera/proto/api/billing/benefit';
import {
  type BenefitGrant,
  BenefitGrantPage,
  BenefitGrant as BenefitGrantShape,
} from '@tessera/proto/api/billing/benefit-grant';
import { screen, waitFor, within } from '@testing-library/react';
import { speak } from '../../test/language.ts';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { grace, nothing, pageWith } from '../../test/sales.ts';
import { watchFiles } from '../../test/saved-files.ts';
import { done, refusal, reply } from '../../test/server.ts';

const chat: Benefit = {
  id: '0197a000-0000-7000-8000-0000000000aa',
  createdAt: new Date('2026-06-15T12:00:00Z'),
  modifiedAt: null,
  type: 'custom',
  description: 'Our chat',
  selectable: true,
  deletable: true,
  organizationId: acme.id,
  metadata: {},
  properties: { note: null },
};

const one = `/billing/v1/benefits/${chat.id}`;
const open = async (answer = done) => {
  const page = renderRoute(`/acme/benefits/${chat.id}`, {
    answers: {
      'GET /billing/v1/benefits': reply(BenefitPage, nothing),
      [`GET ${one}`]: reply(Benefit, chat),
      [`GET ${one}/grants`]: reply(BenefitGrantPage, nothing),
      [`DELETE ${one}`]: answer,
    },
  });
  await screen.findByRole('heading', { name: 'Our chat' });
  const ask = async () => {
    await page.user.click(screen.getByRole('button', { name: 'Delete' }));
    return within(await screen.findByRole('dialog', { name: 'Delete Our chat?' }));
  };
  return { ...page, ask };
};

describe('deleting a benefit', () => {
  it('says first what is lost, and does nothing when one thinks better of it', async () => {
    const { ask, user, server } = await open();
    const dialog = await ask();
    dialog.getByText(/Every customer who has it loses it immediately/);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sentTo(`DELETE ${one}`)).toEqual([]);
  });

  it('leads to the list, and does not ask for what is gone', async () => {
    const { ask, user, server } = await open();
    const dialog = await ask();
    const asked = [`GET ${one}`, `GET ${one}/grants`].map(
      (request) => [request, server.sentTo(request).length] as const,
    );
    await user.click(dialog.getByRole('button', { name: 'Delete benefit' }));
    await waitFor(() => expect(location.pathname).toBe('/acme/benefits'));
    await screen.findByText('Create your first benefit');
    for (const [request, times] of asked) expect(server.sentTo(request)).toHaveLength(times);
  });

  it('says in the dialog why it was refused, and does not begin with that when it is asked again', async () => {
    const { ask, user } = await open(refusal(403, { error: 'NotPermitted', detail: 'Not permitted.' }));
    const dialog = await ask();
    await user.click(dialog.getByRole('button', { name: 'Delete benefit' }));
    await dialog.findByText('Not permitted.');
    expect(location.pathname).toBe(`/acme/benefits/${chat.id}`);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await ask()).queryByText('Not permitted.')).toBeNull();
  });
});

describe('changing a benefit', () => {
  it('sends of its metadata what was changed, and nothing of the rest', async () => {
    const { user, server } = renderRoute(`/acme/benefits/${chat.id}`, {
      answers: {
        [`GET ${one}`]: reply(Benefit, { ...chat, metadata: { seats: 3 } }),
        [`GET ${one}/grants`]: reply(BenefitGrantPage, nothing),
        [`PATCH ${one}`]: reply(Benefit, chat, { takes: BenefitUpdate }),
      },
    });
    await screen.findByDisplayValue('seats');
    await user.click(screen.getByRole('button', { name: 'Add metadata' }));
    await user.type(screen.getByLabelText('Key 2'), 'tier');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Give each key a value, or remove it.');
    await user.type(screen.getByLabelText('Value 2'), 'gold');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(server.sentTo(`PATCH ${one}`)[0]?.body).toEqual({
        type: 'custom',
        metadata: { seats: 3, tier: 'gold' },
      }),
    );
  });
});

const grant: BenefitGrant = {
  ...{ id: 'g1', createdAt: new Date('2026-06-15T12:00:00Z'), modifiedAt: null, isGranted: true },
  ...{ grantedAt: new Date('2026-06-15T12:00:00Z'), revokedAt: null, isRevoked: false },
  ...{ subscriptionId: null, orderId: 'o1', error: null },
  ...{ customerId: grace.id, customer: grace, benefitId: chat.id },
  properties: { licenseKeyId: 'k1', displayKey: '****-SECRET' },
};

describe('who has a benefit', () => {
  afterEach(() => speak('en-US'));

  it('says in the language of the reader why a customer still waits for it', async () => {
    await speak('de');
    const { user, server } = await open();
    const message = 'The server or role no longer exists on Discord.';
    const error = { message, type: 'BenefitRefusedError', timestamp: '2026-06-15T12:00:00Z' };
    server.answer(
      `GET ${one}/grants`,
      BenefitGrantPage,
      pageWith({ ...grant, isGranted: false, grantedAt: null, error }),
    );
    await user.click(screen.getByRole('radio', { name: 'Nicht gewährt' }));
    await screen.findByText('Den Server oder die Rolle gibt es bei Discord nicht mehr.');
  });

  it('is tried again where the platform has refused it, not where the customer has to act', async () => {
    const { user, server } = await open();
    const waiting = (id: string, type: string): BenefitGrant => ({
      ...grant,
      ...{ id, isGranted: false, grantedAt: null },
      error: { type, message: `Why ${id}`, timestamp: '2026-06-15T12:00:00Z' },
    });
    const refused = waiting('g1', 'BenefitRefusedError');
    server.answer(
      `GET ${one}/grants`,
      BenefitGrantPage,
      pageWith(refused, waiting('g2', 'BenefitActionRequiredError')),
    );
    server.answer(`POST ${one}/grants/g1/retry`, BenefitGrantShape, refused);
    await user.click(screen.getByRole('radio', { name: 'Not granted' }));
    await screen.findByText('Why g2');
    await user.click(screen.getByRole('button', { name: /^Try again for \S+@/ }));
    await screen.findByText('Access for grace@example.com is being tried again.');
    expect(server.sentTo(`POST ${one}/grants/g1/retry`)).toHaveLength(1);
  });

  it('is taken away as a file, without what was given', async () => {
    const files = watchFiles();
    const { user, server } = await open();
    server.answer(`GET ${one}/grants`, BenefitGrantPage, pageWith(grant));
    await user.click(screen.getByRole('radio', { name: 'Not granted' }));
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files.names).toHaveLength(1));
    const [head, row] = await files.lines();
    expect(head).toContain('customer_email');
    expect(row).toContain(`${grace.id},grace@example.com`);
    expect(row).not.toContain('SECRET');
    expect(server.sentTo(`GET ${one}/grants`).at(-1)?.query.toString()).toContain('limit=100');
    expect(server.sentTo(`GET ${one}/grants`).at(-1)?.query.get('is_granted')).toBe('false');
  });
});

describe('the list of benefits', () => {
  it('says of a credit how many units it gives', async () => {
    const credit: Benefit = {
      ...chat,
      type: 'meter_credit',
      description: 'A start',
      properties: { units: 1500, rollover: false, meterId: chat.id },
    };
    renderRoute('/acme/benefits', {
      answers: {
        'GET /billing/v1/benefits': reply(BenefitPage, {
          items: [credit],
          pagination: { totalCount: 1, maxPage: 1 },
        }),
      },
    });
    const row = await screen.findByRole('row', { name: /A start/ });
    within(row).getByText(/^1,?500 units$/);
  });
});
