import { Order, OrderPage, OrderPaymentRetry } from '@tessera/proto/api/billing/order';
import { PaymentPage } from '@tessera/proto/api/billing/payment';
import { RefundPage } from '@tessera/proto/api/billing/refund';
import { Subscription } from '@tessera/proto/api/billing/subscription';
import { screen, waitFor, within } from '@testing-library/react';
import { speak } from '../test/language.ts';
import { renderRoute } from '../test/render-route.tsx';
import { declinedPayment, nothing, order, pageWith } from '../test/sales.ts';
import { type Handler, refusal, reply } from '../test/server.ts';
import { running } from '../test/subscription.ts';

const pastDue: Subscription = { ...running, status: 'past_due' };
const {
  customer: _customer,
  product: _product,
  discount: _discount,
  prices: _prices,
  meters: _meters,
  ...bare
} = pastDue;
const owed: Order = {
  ...order,
  status: 'pending',
  paid: false,
  billingReason: 'subscription_cycle',
  subscriptionId: running.id,
  subscription: bare,
  nextPaymentAttemptAt: new Date('2026-07-17T12:00:00Z'),
};
const paid: Order = { ...owed, status: 'paid', paid: true, nextPaymentAttemptAt: null };
const lastTry = { ...declinedPayment, orderId: owed.id, methodMetadata: { brand: 'visa', last4: '0341' } };

const one = `/billing/v1/orders/${owed.id}`;
const retried = (status: OrderPaymentRetry['status'], error: string | null = null): Handler =>
  reply(OrderPaymentRetry, { status, error });
const answers = {
  [`GET ${one}`]: reply(Order, owed),
  'GET /billing/v1/refunds': reply(RefundPage, nothing),
  'GET /billing/v1/payments': reply(PaymentPage, pageWith(lastTry)),
};

const open = async (more: Record<string, Handler> = {}, name = 'Failed payment') => {
  const page = renderRoute(`/acme/orders/${owed.id}`, { answers: { ...answers, ...more } });
  return { ...page, section: within(await screen.findByRole('region', { name })) };
};

const ask = async ({ user, section }: Awaited<ReturnType<typeof open>>) => {
  await user.click(section.getByRole('button', { name: 'Retry payment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Retry this payment?' }));
  await user.click(dialog.getByRole('button', { name: 'Retry payment' }));
  return dialog;
};

describe('an order whose payment failed', () => {
  it('says what failed, and when it is tried again', async () => {
    const { section } = await open();
    section.getByText(/\$12\.00 could not be charged\. The next automatic attempt is on Jul 17, 2026/);
    await section.findByText(/Visa •••• 0341/);
    section.getByText('The card was declined.');
  });

  it.each([
    ['canceled', /the subscription ends/],
    ['unpaid', /stays unpaid until its customer pays/],
  ] as const)('says what follows the last attempt: %s', async (failedPaymentOutcome, text) => {
    const { section } = await open({ [`GET ${one}`]: reply(Order, { ...owed, failedPaymentOutcome }) });
    await section.findByText(text);
  });

  it('says that the next attempt charges nothing without another card', async () => {
    const { section } = await open({ [`GET ${one}`]: reply(Order, { ...owed, needsAnotherCard: true }) });
    section.getByText(/no card that can be charged.* on Jul 17, 2026.* charges nothing unless/);
  });

  it('says that only the customer can confirm a payment at the bank', async () => {
    const { section } = await open({ [`GET ${one}`]: reply(Order, { ...owed, needsConfirmation: true }) });
    section.getByText(/bank asks for a confirmation.* on Jul 17, 2026.* may be declined again/);
  });

  it('says that nothing follows, and that there is no card', async () => {
    const { section } = await open({
      [`GET ${one}`]: reply(Order, { ...owed, nextPaymentAttemptAt: null }),
      'GET /billing/v1/payments': reply(PaymentPage, nothing),
    });
    section.getByText(/No automatic attempt is scheduled/);
    await section.findByText(/no saved card/);
  });

  it('is paid by a retry', async () => {
    const page = await open({ [`POST ${one}/retry-payment`]: retried('succeeded') });
    page.server.answer(`GET ${one}`, Order, paid);
    await ask(page);
    await screen.findByText('$12.00 was paid.');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Failed payment' })).toBeNull());
    expect(page.server.sentTo(`POST ${one}/retry-payment`)).toHaveLength(1);
  });

  it('says why a retry was declined, and keeps the question open', async () => {
    const page = await open({
      [`POST ${one}/retry-payment`]: retried('failed', 'Your card was declined.'),
    });
    const dialog = await ask(page);
    expect((await dialog.findByRole('alert')).textContent).toBe('The card was declined.');
    dialog.getByRole('button', { name: 'Retry payment' });
  });

  it('says why it cannot be retried', async () => {
    const detail = 'The customer has no saved payment method that can be charged.';
    const dialog = await ask(
      await open({
        [`POST ${one}/retry-payment`]: refusal(422, { error: 'NoChargeablePaymentMethod', detail }),
      }),
    );
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'The customer has no saved card that can be charged.',
    );
  });
});

describe('an order that needs no retry', () => {
  it.each([
    ['was paid', paid],
    ['waits for its first payment', { ...owed, subscription: { ...bare, status: 'active' as const } }],
    [
      'belongs to a subscription that has ended',
      {
        ...owed,
        subscription: { ...bare, status: 'canceled' as const, endedAt: running.currentPeriodEnd },
      },
    ],
  ])('%s', async (_which, it) => {
    renderRoute(`/acme/orders/${owed.id}`, { answers: { ...answers, [`GET ${one}`]: reply(Order, it) } });
    await screen.findByRole('region', { name: 'Details' });
    expect(screen.queryByRole('region', { name: 'Failed payment' })).toBeNull();
  });
});

describe('a past-due subscription', () => {
  it('shows the order that failed, and retries it', async () => {
    const path = `/billing/v1/subscriptions/${running.id}`;
    const { user, server } = renderRoute(`/acme/subscriptions/${running.id}`, {
      answers: {
        ...answers,
        [`GET ${path}`]: reply(Subscription, pastDue),
        'GET /billing/v1/orders': reply(OrderPage, pageWith(owed)),
        [`POST ${one}/retry-payment`]: retried('processing'),
      },
    });
    const section = within(await screen.findByRole('region', { name: 'Failed payment' }));
    expect(section.getByRole('link', { name: 'ACME-0001' }).getAttribute('href')).toBe(
      `/acme/orders/${owed.id}`,
    );
    await user.click(section.getByRole('button', { name: 'Retry payment' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Retry this payment?' }));
    dialog.getByText(/\$12\.00 to the saved card of grace@example\.com now\. If the card is declined/);
    server.answer(`GET ${path}`, Subscription, { ...running, cancelAtPeriodEnd: true });
    await user.click(dialog.getByRole('button', { name: 'Retry payment' }));
    await screen.findByText(/is being processed/);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Failed payment' })).toBeNull());
  });
});

describe('an order whose payment failed, in German', () => {
  beforeEach(() => speak('de-DE'));
  afterEach(() => speak('en-US'));

  it('says what follows, and offers a retry', async () => {
    const { section } = await open({}, 'Fehlgeschlagene Zahlung');
    section.getByText(/nächste automatische Versuch/);
    section.getByRole('button', { name: 'Zahlung wiederholen' });
  });
});
