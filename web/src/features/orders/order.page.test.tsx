import { CustomFieldPage } from '@tessera/proto/api/billing/custom-field';
import { type HistoryEntry, HistoryPage } from '@tessera/proto/api/billing/history';
import { Order, OrderInvoice, OrderPage, OrderUpdate } from '@tessera/proto/api/billing/order';
import { SellersRefund as Refund, RefundCreate, RefundPage } from '@tessera/proto/api/billing/refund';
import { WebhookDeliveryPage } from '@tessera/proto/api/webhook/delivery';
import { screen, waitFor, within } from '@testing-library/react';
import { z } from 'zod';
import { speak } from '../../test/language.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing, order, pageWith, refundOf } from '../../test/sales.ts';
import { company, size } from '../../test/selling.ts';
import { type Handler, refusal, reply } from '../../test/server.ts';

const open = (changes: Partial<Order> = {}, answers: Record<string, Handler> = {}) =>
  renderRoute(`/acme/orders/${order.id}`, {
    answers: {
      [`GET /billing/v1/orders/${order.id}`]: reply(Order, { ...order, ...changes }),
      'GET /billing/v1/refunds': reply(RefundPage, nothing),
      ...answers,
    },
  });

const facts = { amount: 1200, currency: 'usd', name: 'Course', invoiceNumber: 'ACME-0001', status: null };
const entry = {
  customerId: order.customerId,
  orderId: order.id,
  subscriptionId: null,
  actor: null,
  facts: { ...facts, reason: null, mail: null, subject: null, count: null },
};
const sale = '0197a000-0000-7000-8000-000000000e01';
const back = '0197a000-0000-7000-8000-000000000e02';
const note = '0197a000-0000-7000-8000-000000000e03';
const taken = '0197a000-0000-7000-8000-000000000e04';

describe('the page of an order', () => {
  it('shows what its buyer answered in the words of the fields, by name', async () => {
    const asked = pageWith(company, size, { ...company, slug: 'note', name: 'A note' });
    const answers = { size: 's', company: '2026-01-01', note: 'one\ntwo', gone: '2026-02-03', empty: null };
    const { server } = open(
      { customFieldData: answers },
      { 'GET /billing/v1/custom-fields': reply(CustomFieldPage, asked) },
    );
    const section = within(await screen.findByRole('region', { name: 'Answers' }));
    await section.findByText('Small');
    const shown = section.getAllByRole('term').map(({ textContent }) => textContent);
    expect(shown).toEqual(['A note', 'Company', 'gone', 'Shirt size']);
    expect(section.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'one\ntwo',
      '2026-01-01',
      'Feb 3, 2026',
      'Small',
    ]);
    const query = server.sentTo('GET /billing/v1/custom-fields')[0]?.query;
    expect(query?.getAll('slug')).toEqual(['size', 'company', 'note', 'gone']);
  });

  it.each([404, 503])('leads back to the list where it cannot be shown (%i)', async (status) => {
    const { user } = open(
      {},
      {
        [`GET /billing/v1/orders/${order.id}`]: refusal(status, { error: 'Refused', detail: 'Refused' }),
        'GET /billing/v1/orders': reply(OrderPage, nothing),
      },
    );
    await user.click(await within(await screen.findByRole('main')).findByRole('link', { name: 'Orders' }));
    await waitFor(() => expect(location.pathname).toBe('/acme/orders'));
  });

  it('has no place for answers where all was left blank', async () => {
    open({ customFieldData: { company: null, note: null } });
    await screen.findByRole('region', { name: 'Details' });
    expect(screen.queryByRole('region', { name: 'Answers' })).toBeNull();
  });

  it('leads to the checkout that it was bought at', async () => {
    const checkoutId = '0197a000-0000-7000-8000-0000000000a1';
    open({ checkoutId });
    const link = await screen.findByRole('link', { name: 'View' });
    expect(link.getAttribute('href')).toBe(`/acme/checkouts/${checkoutId}`);
  });

  it('shows what the link, or whoever began the checkout, has noted', async () => {
    open({ metadata: { utm_source: 'newsletter', seats: 3 } });
    const section = within(await screen.findByRole('region', { name: 'Metadata' }));
    expect(section.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'utm_source',
      'seats',
    ]);
    section.getByText('newsletter');
  });

  it.each([
    [['DE136695976', 'eu_vat'], 'VAT number: DE136695976'],
    [['16727230000197', 'br_cnpj'], 'Tax ID: 16.727.230/0001-97'],
  ] satisfies [Order['billingTaxId'], string][])('has the tax id %s as on the invoice', async (id, shown) => {
    open({ billingName: 'Acme', billingTaxId: id });
    const details = within(await screen.findByRole('region', { name: 'Details' }));
    const billedTo = details.getByText('Acme').closest('dd');
    expect(billedTo?.textContent).toContain(shown);
  });

  it('has its billing details corrected until an invoice shows them', async () => {
    const path = `/billing/v1/orders/${order.id}`;
    const { user, server } = open(
      {},
      { [`PATCH ${path}`]: reply(Order, { ...order, billingName: 'Acme' }, { takes: OrderUpdate }) },
    );
    await user.click(await screen.findByRole('button', { name: 'Change billing details' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Name on the invoice'), ' Acme ');
    await user.type(dialog.getByLabelText('City'), 'Berlin');
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    const country = dialog.getByRole('combobox', { name: 'Country' });
    await waitFor(() => expect(country.getAttribute('aria-invalid')).toBe('true'));
    await user.type(country, 'Germany');
    await user.click(await screen.findByRole('option', { name: 'Germany' }));
    server.answer(`GET ${path}`, Order, { ...order, isInvoiceGenerated: true });
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Change billing details' })).toBeNull());
    expect(server.sentTo(`PATCH ${path}`).map(({ body }) => body)).toEqual([
      {
        billing_name: 'Acme',
        billing_address: {
          line1: '',
          line2: '',
          postal_code: '',
          city: 'Berlin',
          state: '',
          country: 'DE',
        },
      },
    ]);
  });

  it('calls a customer who was erased so, and offers them no mail', async () => {
    const email = `erased-${order.customerId}@erased.invalid`;
    open({ customer: { ...order.customer, name: null, email, deletedAt: order.createdAt } });
    expect(await screen.findAllByText(/Erased customer/)).not.toHaveLength(0);
    await screen.findByText('Invoice');
    expect(screen.queryByText(/erased\.invalid/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  });

  it('tells changes of its subscription apart, its end from what it gives nothing in between', async () => {
    const revoked = (eventId: string, status: string): HistoryEntry => ({
      ...entry,
      eventId,
      type: 'subscription.revoked',
      happenedAt: new Date('2026-06-14T00:00:00.000Z'),
      facts: { ...entry.facts, status },
    });
    const changed = (number: string, reason: string | null, status: string): HistoryEntry => ({
      ...revoked(`0197a000-0000-7000-8000-000000000f${number}`, status),
      type: 'subscription.updated',
      facts: { ...entry.facts, status, reason },
    });
    open(
      {},
      {
        [`GET /billing/v1/orders/${order.id}/history`]: reply(
          HistoryPage,
          pageWith(
            revoked(back, 'canceled'),
            revoked(sale, 'past_due'),
            changed('01', null, 'past_due'),
            changed('02', 'product', 'active'),
            changed('03', 'too_expensive', 'active'),
          ),
        ),
        'GET /billing/v1/webhooks/deliveries': reply(WebhookDeliveryPage, nothing),
      },
    );
    const list = within(await screen.findByRole('list', { name: 'History' }));
    const entries = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(entries).toEqual([
      expect.stringContaining('The subscription ended'),
      expect.stringContaining('The subscription grants no benefits for now'),
      expect.stringContaining('Course: the payment is past due'),
      expect.stringContaining('Changed to Course'),
      expect.stringContaining('Course: the subscription was changed'),
    ]);
  });

  it('is looked up again while its payment is on its way', async () => {
    const pending = { ...order, status: 'pending' as const, paid: false, createdAt: new Date() };
    const { server } = open(pending);
    await screen.findByText('Pending');
    server.answer(`GET /billing/v1/orders/${order.id}`, Order, { ...pending, status: 'paid', paid: true });
    await waitFor(() => expect(screen.queryByText('Pending')).toBeNull());
  }, 20_000);

  it('has its invoice as soon as that was made', async () => {
    const path = `GET /billing/v1/orders/${order.id}`;
    const { user, server } = open(
      {},
      {
        // Nothing asks for it before it is made.
        [`POST /billing/v1/orders/${order.id}/invoice`]: reply(z.null(), () => {
          server.answer(`${path}/invoice`, OrderInvoice, () => {
            server.answer(path, Order, () => ({ ...order, isInvoiceGenerated: true }));
            return { url: '#invoice' };
          });
          return null;
        }),
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Create invoice' }));
    await screen.findByText(
      'Invoice ACME-0001 has been created. The billing details of the order are final.',
    );
    await screen.findByRole('button', { name: 'Download invoice' });
    expect(location.hash).toBe('#invoice');
  });

  it('tells the invoice from a change of billing details', async () => {
    const changed = (eventId: string, reason: string) => ({
      ...entry,
      eventId,
      type: 'order.updated' as const,
      happenedAt: new Date('2026-06-14T00:00:00.000Z'),
      facts: { ...entry.facts, reason },
    });
    open(
      {},
      {
        [`GET /billing/v1/orders/${order.id}/history`]: reply(
          HistoryPage,
          pageWith(
            changed(taken, 'credit_taken'),
            changed(back, 'refund_failed'),
            changed(note, 'invoice_created'),
            changed(sale, 'purchase'),
          ),
        ),
        'GET /billing/v1/webhooks/deliveries': reply(WebhookDeliveryPage, nothing),
      },
    );
    const list = within(await screen.findByRole('list', { name: 'History' }));
    const entries = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(entries).toEqual([
      expect.stringContaining('Its credit was refunded instead'),
      expect.stringContaining('A refund failed'),
      expect.stringContaining('Invoice created'),
      expect.stringContaining('Billing details were changed'),
    ]);
  });

  it.each([
    ['charged', { paid: true }, 'Charged$7.00'],
    ['will be', { paid: false, status: 'pending' as const }, 'To be charged$7.00'],
  ])('says what is left of its total to be charged: %s', async (_what, state, line) => {
    open({ ...state, appliedBalanceAmount: -500, dueAmount: 700 });
    const items = await screen.findByRole('region', { name: 'Items' });
    expect(items.textContent).toContain(`Total$12.00The customer’s balance-$5.00${line}`);
  });

  it('says what was refunded of it', async () => {
    open({ refundedAmount: 1000, refundedTaxAmount: 200 });
    const items = within(await screen.findByRole('region', { name: 'Items' }));
    expect((await items.findByText('Refunded')).parentElement?.textContent).toContain('-$12.00');
  });

  it('says what was taken back of what it credited', async () => {
    const credited = { subtotalAmount: -1000, netAmount: -1000, taxAmount: -200, totalAmount: -1200 };
    open({ ...credited, refundedAmount: -500, refundedTaxAmount: -100 });
    const items = within(await screen.findByRole('region', { name: 'Items' }));
    expect((await items.findByText('Offset against a refund')).parentElement?.textContent).toContain('$6.00');
  });

  it('says its number, which is copied by pressing it', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Copy Number: ACME-0001' }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(await navigator.clipboard.readText()).toBe('ACME-0001');
  });

  it('tells what happened, the latest first, by whom and who was told', async () => {
    const ada = { kind: 'user' as const, id: back, name: 'Ada', impersonatedBy: null };
    const lent = { ...ada, impersonatedBy: sale };
    const at = (day: number) => new Date(Date.UTC(2026, 5, day));
    open(
      {},
      {
        [`GET /billing/v1/orders/${order.id}/history`]: reply(
          HistoryPage,
          pageWith(
            { ...entry, eventId: back, type: 'refund.created', happenedAt: at(20), actor: ada },
            {
              ...entry,
              eventId: sale,
              type: 'mail.sent',
              happenedAt: at(15),
              facts: { ...entry.facts, subject: 'Your receipt' },
            },
            { ...entry, eventId: sale, type: 'order.paid', happenedAt: at(14), actor: lent },
          ),
        ),
        'GET /billing/v1/webhooks/deliveries': reply(
          WebhookDeliveryPage,
          pageWith(attempt(sale, 'a', true), attempt(sale, 'b', true), attempt(back, 'a', false)),
        ),
      },
    );
    const list = within(await screen.findByRole('list', { name: 'History' }));
    await screen.findByRole('link', { name: 'Delivered to 2 webhook endpoints' });
    const [refund, mail, paid] = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(refund).toMatch(/\$12\.00 refunded.*by Ada · Delivery to 1 webhook endpoint failed/);
    expect(mail).toMatch(/E-mail sent: Your receipt/);
    expect(mail).not.toMatch(/endpoint/);
    expect(paid).toMatch(
      /\$12\.00 paid.*by an administrator acting as Ada.*Delivered to 2 webhook endpoints/,
    );
  });

  it('tells of what it credited as such, where nothing was paid', async () => {
    const credited = {
      ...entry,
      eventId: sale,
      type: 'order.paid' as const,
      happenedAt: order.createdAt,
      facts: { ...entry.facts, amount: -1200 },
    };
    const history = `GET /billing/v1/orders/${order.id}/history`;
    open(
      { totalAmount: -1200 },
      {
        [history]: reply(HistoryPage, pageWith(credited)),
        'GET /billing/v1/webhooks/deliveries': reply(WebhookDeliveryPage, nothing),
      },
    );
    await screen.findByText('$12.00 credited to the customer');
  });
});

const attempt = (event: string, endpoint: string, succeeded: boolean) => ({
  id: `${event} ${endpoint}`,
  createdAt: order.createdAt,
  modifiedAt: null,
  succeeded,
  httpCode: succeeded ? 200 : 500,
  durationMs: 3,
  response: null,
  error: null,
  webhookEndpointId: endpoint,
  webhookEvent: {
    id: event,
    createdAt: order.createdAt,
    modifiedAt: null,
    type: 'order.paid',
    lastHttpCode: 200,
    succeeded,
    payload: '{}',
  },
});

describe('refunds of an order', () => {
  const list = 'GET /billing/v1/refunds';

  it('say what was noted when they were made', async () => {
    const noted = { ...refundOf('succeeded'), comment: 'Asked by phone', metadata: { ticket: 'T-7' } };
    open({}, { [list]: reply(RefundPage, pageWith(noted)) });
    const section = within(await screen.findByRole('region', { name: 'Refunds' }));
    await section.findByText('Asked by phone');
    section.getByText('ticket');
    section.getByText('T-7');
  });

  const disputed = { metadata: { dispute: 'du_1Nab', dispute_reason: 'product_not_received' } };
  it.each([
    ['pending', 'Dispute open', /until it decides/],
    ['succeeded', 'Dispute lost', /stays with the customer/],
    ['failed', 'Dispute won', /given the money back to you/],
  ] as const)('that stand for a dispute are called so: %s', async (status, state, note) => {
    open({}, { [list]: reply(RefundPage, pageWith({ ...refundOf(status), ...disputed, reason: 'other' })) });
    const section = within(await screen.findByRole('region', { name: 'Refunds' }));
    await section.findByText(state);
    section.getByText(/Disputed by the customer’s bank: not received/);
    section.getByText(note);
    section.getByText('du_1Nab');
    expect(section.queryByText('dispute_reason')).toBeNull();
  });

  it('are not said to be none where they could not be loaded', async () => {
    open({}, { [list]: refusal(500, {}) });
    const section = within(await screen.findByRole('region', { name: 'Refunds' }));
    await section.findByText('This could not be loaded');
    expect(section.queryByText('Nothing has been refunded.')).toBeNull();
    expect(section.queryByRole('button', { name: 'Refund order' })).toBeNull();
  });

  it('leave less to refund as soon as they are on their way, or disputed', async () => {
    const { user } = open(
      {},
      { [list]: reply(RefundPage, pageWith({ ...refundOf('pending'), amount: 400 })) },
    );
    await user.click(await screen.findByRole('button', { name: 'Refund order' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund order' }));
    dialog.getByText('At most $8.00 can be refunded.');
  });

  it('are not offered while all of it is disputed', async () => {
    const all = { ...refundOf('pending'), ...disputed, amount: order.netAmount, taxAmount: order.taxAmount };
    open({}, { [list]: reply(RefundPage, pageWith(all)) });
    await screen.findByText('Dispute open');
    expect(screen.queryByRole('button', { name: 'Refund order' })).toBeNull();
  });

  it('tell of a dispute in the history', async () => {
    const facts = { ...entry.facts, reason: 'dispute' };
    const told = (status: string, eventId: string, type: 'refund.created' | 'refund.updated') => ({
      ...entry,
      ...{ eventId, type, facts: { ...facts, status }, happenedAt: new Date('2026-06-14T00:00:00.000Z') },
    });
    open(
      {},
      {
        [`GET /billing/v1/orders/${order.id}/history`]: reply(
          HistoryPage,
          pageWith(told('failed', back, 'refund.updated'), told('pending', sale, 'refund.created')),
        ),
        'GET /billing/v1/webhooks/deliveries': reply(WebhookDeliveryPage, nothing),
      },
    );
    await screen.findByText('Dispute over $12.00 won');
    screen.getByText('Payment of $12.00 disputed by the customer’s bank');
  });

  it('are made with metadata, each key of which has a value', async () => {
    const create = 'POST /billing/v1/refunds';
    const { user, server } = open(
      {},
      { [create]: reply(Refund, refundOf('succeeded'), { takes: RefundCreate }) },
    );
    await user.click(await screen.findByRole('button', { name: 'Refund order' }));
    await user.click(await screen.findByRole('button', { name: 'Add metadata' }));
    await user.type(screen.getByLabelText('Key 1'), 'ticket');
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await screen.findByText('Give each key a value, or remove it.');
    expect(server.sentTo(create)).toEqual([]);
    await user.type(screen.getByLabelText('Value 1'), 'T-7');
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await waitFor(() =>
      expect(server.sentTo(create)[0]?.body).toMatchObject({ metadata: { ticket: 'T-7' } }),
    );
  });
});

describe('the dialog of a refund', () => {
  it('offers what a card has paid, not what credit did', async () => {
    const { user } = open({ appliedBalanceAmount: -600, dueAmount: 600 });
    await user.click(await screen.findByRole('button', { name: 'Refund order' }));
    const amount = await screen.findByRole('textbox', { name: /Amount/ });
    expect(amount).toHaveProperty('value', '6.00');
  });

  it('is not offered where credit has paid it all', async () => {
    open({ appliedBalanceAmount: -1200, dueAmount: 0 });
    await screen.findByRole('region', { name: 'Invoice' });
    expect(screen.queryByRole('button', { name: 'Refund order' })).toBeNull();
  });

  const create = 'POST /billing/v1/refunds';

  it('breaks an address that is longer than a phone is wide, as the receipt beside it does', async () => {
    const { user } = open();
    const styleOf = async (text: RegExp) => (await screen.findByText(text)).getAttribute('style');
    expect(await styleOf(/^It was sent to/)).toContain('overflow-wrap: anywhere');
    await user.click(await screen.findByRole('button', { name: 'Refund order' }));
    expect(await styleOf(/^The money goes back to/)).toContain('overflow-wrap: anywhere');
  });

  it('closes by a click beside it only while nothing was typed', async () => {
    const { user } = open();
    const beside = () => user.click(document.querySelector('.mantine-Modal-overlay') ?? document.body);
    const begin = await screen.findByRole('button', { name: 'Refund order' });
    await user.click(begin);
    await screen.findByRole('dialog', { name: 'Refund order' });
    await beside();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(begin);
    await user.type(await screen.findByLabelText('Comment'), 'Asked by phone');
    await beside();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Comment').value).toBe('Asked by phone');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stays until the answer of the server is there, and says what went wrong', async () => {
    const late = Promise.withResolvers<void>();
    const refused = refusal(500, { error: 'InternalServerError', detail: 'Something went wrong.' });
    const { user, server } = open({}, { [create]: (sent) => late.promise.then(() => refused(sent)) });
    await user.click(await screen.findByRole('button', { name: 'Refund order' }));
    await user.click(await screen.findByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(server.sentTo(create)).toHaveLength(1));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Refund order' }));
    late.resolve();
    await dialog.findByRole('alert');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sentTo(create)).toHaveLength(1);
  });

  it('pays nothing back twice where an answer was lost and it is sent again', async () => {
    const { user, server } = open({}, { [create]: refusal(504) });
    const keys = () => server.sentTo(create).map(({ repeatKey }) => repeatKey);
    const refund = () => user.click(screen.getByRole('button', { name: 'Refund' }));
    await user.click(await screen.findByRole('button', { name: 'Refund order' }));
    await screen.findByRole('dialog');
    await refund();
    await screen.findByRole('alert');
    server.refuse(create, 422, { error: 'RefundAmountTooHigh', detail: 'Too high.' });
    await refund();
    await screen.findByText('Too high.');
    expect(keys()).toEqual([expect.stringMatching(/^\d+(-\d+){3}$/), keys()[0]]);
    // That one is answered: what is sent now is another request.
    server.on(create, reply(Refund, refundOf('succeeded'), { takes: RefundCreate }));
    await refund();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(new Set(keys()).size).toBe(2);
  });
});

describe('refunding an order in German', () => {
  beforeEach(() => speak('de-DE'));
  afterEach(() => speak('en-US'));

  it('writes and reads amounts with a comma', async () => {
    const create = 'POST /billing/v1/refunds';
    const { user, server } = open(
      {},
      { [create]: reply(Refund, refundOf('succeeded'), { takes: RefundCreate }) },
    );
    await user.click(await screen.findByRole('button', { name: 'Bestellung erstatten' }));
    const amount = await screen.findByLabelText<HTMLInputElement>('Betrag (USD), ohne Steuer');
    expect(amount.value).toBe('12,00');
    await user.clear(amount);
    await user.type(amount, '0');
    await user.click(screen.getByRole('button', { name: 'Erstatten' }));
    await screen.findByText('Geben Sie einen Betrag über null ein, zum Beispiel 12,00.');
    await user.clear(amount);
    await user.type(amount, '5,50');
    await user.click(screen.getByRole('button', { name: 'Erstatten' }));
    await waitFor(() => expect(server.sentTo(create)[0]?.body).toMatchObject({ amount: 550 }));
  });
});
