import { jest } from '@jest/globals';
import { CustomerState } from '@tessera/proto/api/billing/customer';
import { CustomerMeterPage } from '@tessera/proto/api/billing/customer-meter';
import { CustomerPaymentMethodPage } from '@tessera/proto/api/billing/customer-portal';
import { CustomerSession } from '@tessera/proto/api/billing/customer-session';
import { HistoryFacts, HistoryPage } from '@tessera/proto/api/billing/history';
import { MetricsResponse } from '@tessera/proto/api/billing/metrics';
import { PaymentPage } from '@tessera/proto/api/billing/payment';
import { RefundPage } from '@tessera/proto/api/billing/refund';
import {
  ProjectedInvoice,
  SubscriptionPage,
  type UpcomingInvoice,
} from '@tessera/proto/api/billing/subscription';
import { WalletPage, WalletTransactionPage } from '@tessera/proto/api/billing/wallet';
import { OwnMembership } from '@tessera/proto/api/organization/directory';
import { WebhookDeliveryPage } from '@tessera/proto/api/webhook/delivery';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { pageOfGrace } from '../../test/customer.ts';
import { metricsWith } from '../../test/metrics.ts';
import { onlyLooking } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import {
  course,
  declinedPayment,
  grace,
  nothing,
  order,
  pageWith,
  payment,
  refundOf,
} from '../../test/sales.ts';
import { refusal, reply } from '../../test/server.ts';
import { running } from '../../test/subscription.ts';

const subscriptions = 'GET /billing/v1/subscriptions';
const payments = 'GET /billing/v1/payments';
const refunds = 'GET /billing/v1/refunds';
const meters = 'GET /billing/v1/customer-meters';
const metrics = 'GET /billing/v1/metrics';
const wallets = 'GET /billing/v1/wallets';
const cards = `GET /billing/v1/customers/${grace.id}/payment-methods`;

const open = (answers: object = {}) =>
  renderRoute(`/acme/customers/${grace.id}`, { answers: { ...pageOfGrace, ...answers } });

describe('the page of a customer', () => {
  it('says the id that programs send usage with, which is copied by pressing it', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: `Copy ID: ${grace.id}` }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(await navigator.clipboard.readText()).toBe(grace.id);
  });

  it('says that the last mail came to no mailbox, until the address is corrected', async () => {
    const facts = Object.fromEntries(Object.keys(HistoryFacts.shape).map((key) => [key, null]));
    const mail = (
      type: 'mail.sent' | 'mail.refused' | 'customer.updated',
      day: number,
      reason = '550 5.1.1',
    ) => ({
      eventId: `event-${day}`,
      happenedAt: new Date(Date.UTC(2026, 5, day)),
      type,
      actor: null,
      customerId: grace.id,
      orderId: null,
      subscriptionId: null,
      facts: { ...(facts as HistoryFacts), subject: `Receipt ${day}`, reason },
    });
    const words = /The last e-mail, “Receipt 3”, could not be delivered/;
    // The server answers what is about mail without other changes of the customer.
    const happened = (...entries: ReturnType<typeof mail>[]) => ({
      [`GET /billing/v1/customers/${grace.id}/history`]: reply(HistoryPage, ({ query }) =>
        pageWith(
          ...(query.get('about') === 'mail'
            ? entries.filter(
                ({ type, facts: { reason } }) => type !== 'customer.updated' || reason === 'email',
              )
            : entries),
        ),
      ),
      'GET /billing/v1/webhooks/deliveries': reply(WebhookDeliveryPage, nothing),
    });
    const { user } = open(happened(mail('mail.refused', 3), mail('mail.sent', 2)));
    await screen.findByText(words);
    screen.getByText('E-mail not delivered: Receipt 3 (the address was refused: 550 5.1.1)');
    await user.click(screen.getByRole('button', { name: 'Correct the address' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit customer' }));
    expect(dialog.getByRole('textbox', { name: 'E-mail' })).toHaveProperty('value', grace.email);
    cleanup();
    open(happened(mail('customer.updated', 4, 'name'), mail('mail.refused', 3), mail('mail.sent', 2)));
    await screen.findByText(words);
    screen.getByText("The customer's details were changed");
    for (const later of [mail('customer.updated', 4, 'email'), mail('mail.sent', 4)]) {
      cleanup();
      open(happened(later, mail('mail.refused', 3)));
      await screen.findByText('E-mail not delivered: Receipt 3 (the address was refused: 550 5.1.1)');
      expect(screen.queryByText(words)).toBeNull();
    }
  });

  it('shows many benefits in pages', async () => {
    const at = new Date('2026-05-01T12:00:00Z');
    const grants = Array.from({ length: 12 }, (_, number) => ({
      id: `grant-${number}`,
      createdAt: at,
      modifiedAt: null,
      grantedAt: at,
      benefitId: 'support',
      benefitType: 'custom' as const,
      benefitMetadata: {},
      properties: {},
    }));
    const { user } = open({
      [`GET /billing/v1/customers/${grace.id}/state`]: reply(CustomerState, {
        ...grace,
        activeSubscriptions: [],
        grantedBenefits: grants,
        activeMeters: [],
      }),
      'GET /billing/v1/benefits/support': refusal(404),
    });
    const section = within(await screen.findByRole('region', { name: 'Granted benefits' }));
    await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(10));
    await user.click(section.getByRole('button', { name: 'Next page' }));
    expect(section.getAllByRole('listitem')).toHaveLength(2);
  });

  it('names the cards that they have saved', async () => {
    const card = { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2031, wallet: null };
    const method = {
      id: 'pm',
      createdAt: new Date('2026-06-15T12:00:00Z'),
      default: true,
      type: 'card' as const,
      card,
    };
    open({ [cards]: reply(CustomerPaymentMethodPage, pageWith(method)) });
    await screen.findByText('Visa •••• 4242');
    screen.getByText('Charged for renewals · expires 04/2031');
  });

  it('says what they have to their credit, and what has made it', async () => {
    const at = new Date('2026-06-15T12:00:00Z');
    const wallet = {
      ...{ id: 'w1', createdAt: at, modifiedAt: null, customerId: grace.id },
      ...{ balance: 3500, currency: 'usd' },
    };
    const change = { id: 't1', createdAt: at, walletId: 'w1', currency: 'usd', orderId: order.id };
    const credited = { ...change, amount: 4500, balance: 4500, reason: 'credited' as const };
    const used = { ...change, id: 't2', amount: -1000, balance: 3500, reason: 'used' as const };
    const { server } = open({
      [wallets]: reply(WalletPage, pageWith(wallet)),
      [`${wallets}/w1/transactions`]: reply(
        WalletTransactionPage,
        pageWith({ ...used, invoiceNumber: 'ACME-0003' }, { ...credited, invoiceNumber: 'ACME-0002' }),
      ),
    });
    await screen.findByText('$35.00, applied to the next invoices');
    const table = within(await screen.findByRole('table', { name: 'Credit USD' }));
    const [, first, second] = table.getAllByRole('row').map(({ textContent }) => textContent);
    // More do not fit beside the customer's details: the last would have to be scrolled to.
    expect(table.getAllByRole('columnheader')).toHaveLength(4);
    expect(first).toMatch(/^UsedACME-0003.*-\$10\.00\$35\.00$/);
    expect(second).toMatch(/^CreditedACME-0002.*\$45\.00\$45\.00$/);
    expect(table.getByRole('link', { name: 'ACME-0003' }).getAttribute('href')).toBe(
      `/acme/orders/${order.id}`,
    );
    expect(server.sentTo(wallets)[0]?.query.get('customer_id')).toBe(grace.id);
  });

  it('says what they owe that was too little to be charged', async () => {
    const at = new Date('2026-06-15T12:00:00Z');
    const wallet = { id: 'w1', createdAt: at, modifiedAt: null, customerId: grace.id, currency: 'usd' };
    open({
      [wallets]: reply(WalletPage, pageWith({ ...wallet, balance: -30 })),
      [`${wallets}/w1/transactions`]: reply(WalletTransactionPage, nothing),
    });
    await screen.findByText('$0.30 was too little to charge and is added to the next order');
  });

  it('lists what they subscribe to, also what is past due and renews no more', async () => {
    const id = '0197a000-0000-7000-8000-0000000000e2';
    const unpaid = { ...running, id, status: 'past_due' as const };
    const { server } = open({
      [subscriptions]: reply(SubscriptionPage, pageWith(running, unpaid)),
      [`GET /billing/v1/subscriptions/${running.id}/upcoming`]: refusal(503),
    });
    const list = within(await screen.findByRole('region', { name: 'Subscriptions' }));
    const [, active, late] = await list.findAllByRole('row');
    within(active ?? document.body).getByText('Jul 15, 2026');
    within(late ?? document.body).getByText('Past due');
    within(late ?? document.body).getByText('—');
    expect(server.sentTo(subscriptions).at(-1)?.query.get('customer_id')).toBe(grace.id);
  });

  it('says what their next order comes to, use so far included', async () => {
    const ending = { ...running, id: 'ending', cancelAtPeriodEnd: true };
    const pausing = { ...running, id: 'pausing', pauseAtPeriodEnd: true };
    const line = { taxAmount: 0, proration: false, productPriceId: null };
    const upcoming: UpcomingInvoice = {
      date: new Date('2026-07-15T12:00:00Z'),
      billingReason: 'subscription_cycle',
      currency: 'usd',
      subtotalAmount: 1500,
      discountAmount: 0,
      netAmount: 1500,
      taxAmount: 0,
      totalAmount: 1500,
      appliedBalanceAmount: 0,
      dueAmount: 1500,
      items: [
        { ...line, label: 'Course', amount: 900 },
        { ...line, label: 'Calls (60 units, at $0.10)', amount: 600 },
      ],
    };
    open({
      [subscriptions]: reply(SubscriptionPage, pageWith(running, ending, pausing)),
      [`GET /billing/v1/subscriptions/${running.id}/upcoming`]: reply(ProjectedInvoice, {
        ...upcoming,
        forecast: { ...upcoming, dueAmount: 2100, totalAmount: 2100 },
      }),
    });
    const invoice = within(await screen.findByRole('region', { name: 'Next payment' }));
    invoice.getByText('$6.00');
    invoice.getByText('$15.00');
    invoice.getByText('≈ $21.00');
    expect(invoice.getByRole('link', { name: course.name }).getAttribute('href')).toBe(
      `/acme/subscriptions/${running.id}`,
    );
  });

  it('says what they have brought in, in each currency', async () => {
    const currencies = ['eur', 'usd'];
    const { server } = open({
      [metrics]: reply(MetricsResponse, ({ query }) =>
        query.get('currency') === 'eur'
          ? metricsWith({ cumulativeRevenue: 900 }, { currency: 'eur', currencies })
          : metricsWith({ cumulativeRevenue: 123_400 }, { currencies }),
      ),
    });
    await screen.findByText('$1,234.00');
    await screen.findByText('€9.00');
    expect(new Set(server.sentTo(metrics).map(({ query }) => query.get('customer_id')))).toEqual(
      new Set([grace.id]),
    );
  });

  it('says nothing of a currency that they never paid in, unless they paid nothing at all', async () => {
    const currencies = ['eur', 'usd'];
    let euros = 900;
    const answer = reply(MetricsResponse, ({ query }) =>
      query.get('currency') === 'eur'
        ? metricsWith({ cumulativeRevenue: euros }, { currency: 'eur', currencies })
        : metricsWith({}, { currencies }),
    );
    open({ [metrics]: answer });
    await screen.findByText('€9.00');
    expect(screen.queryByText('$0.00')).toBeNull();
    cleanup();
    euros = 0;
    open({ [metrics]: answer });
    await screen.findByText('$0.00');
    expect(screen.queryByText('€0.00')).toBeNull();
  });

  it('lists what was paid with their address, and what was declined', async () => {
    const { server } = open({ [payments]: reply(PaymentPage, pageWith(payment, declinedPayment)) });
    const table = within(await screen.findByRole('table', { name: 'Payments' }));
    table.getByText('Mastercard •••• 4444');
    table.getByText('The card was declined.');
    expect(server.sentTo(payments).map(({ query }) => query.get('customer_email'))).toEqual([
      'grace@example.com',
    ]);
    expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe(
      '/acme/payments?email=grace%40example.com',
    );
  });

  it('shows what they have used of their credit', async () => {
    const meter = {
      id: '0197a000-0000-7000-8000-0000000000e1',
      createdAt: new Date('2026-06-15T12:00:00Z'),
      modifiedAt: null,
      name: 'Tokens',
      filter: { conjunction: 'and' as const, clauses: [] },
      aggregation: { func: 'count' as const },
      metadata: {},
      organizationId: grace.organizationId,
    };
    const used = {
      ...meter,
      customerId: grace.id,
      meterId: meter.id,
      consumedUnits: 1250.5,
      creditedUnits: 2000,
      balance: 749.5,
      isStopped: false,
      amount: null,
      currency: null,
      alerts: [],
      customer: grace,
      meter,
    };
    const first = { items: [used], pagination: { totalCount: 21, maxPage: 2 } };
    const second = { ...first, items: [{ ...used, id: 'second', consumedUnits: 7 }] };
    const { server, user } = open({
      [meters]: reply(CustomerMeterPage, ({ query }) => (query.get('page') === '2' ? second : first)),
    });
    await screen.findByText('1,250.5 units');
    screen.getByText('2,000 credited, 749.5 left');
    expect(screen.getByRole('link', { name: 'Tokens' }).getAttribute('href')).toBe(
      `/acme/meters/${meter.id}`,
    );
    const links = screen.getAllByRole('link', { name: 'Events' }).map((link) => link.getAttribute('href'));
    expect(links).toContain(`/acme/events?customer=${grace.id}`);
    expect(server.sentTo(meters)[0]?.query.get('customer_id')).toBe(grace.id);
    const section = within(screen.getByRole('region', { name: 'Usage' }));
    await user.click(section.getByRole('button', { name: 'Next page' }));
    await section.findByText('7 units');
  });

  it('lists what went back to them', async () => {
    const { server } = open({ [refunds]: reply(RefundPage, pageWith(refundOf('pending'))) });
    const table = within(await screen.findByRole('table', { name: 'Refunds' }));
    expect(table.getByRole('link', { name: '$5.00' }).getAttribute('href')).toBe(`/acme/orders/${order.id}`);
    table.getByText('On its way');
    table.getByText('Requested by the customer');
    expect(server.sentTo(refunds).map(({ query }) => query.get('customer_id'))).toEqual([grace.id]);
  });

  it('opens their own pages as they see them, in another tab', async () => {
    const replace = jest.fn();
    const tab = { opener: window, location: { replace }, close: jest.fn() };
    const opened = jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    const sessions = 'POST /billing/v1/customer-sessions';
    const customerPortalUrl = 'http://localhost/portal/acme?customer_session_token=tessera_cst_1';
    const { server, user } = open({
      [sessions]: reply(CustomerSession, {
        id: 'session',
        createdAt: grace.createdAt,
        modifiedAt: null,
        token: 'tessera_cst_1',
        expiresAt: grace.createdAt,
        returnUrl: null,
        customerPortalUrl,
        customerId: grace.id,
        customer: grace,
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'View as customer' }));
    await waitFor(() => expect(replace).toHaveBeenCalledWith(customerPortalUrl));
    expect(tab.opener).toBeNull();
    expect(server.sentTo(sessions)[0]?.body).toEqual({ customer_id: grace.id });
    opened.mockRestore();
  });

  it('are not opened by those who may only look', async () => {
    open({ 'GET /auth/organization/own-membership': reply(OwnMembership, onlyLooking) });
    const button = await screen.findByRole('button', { name: 'View as customer' });
    expect(button.getAttribute('aria-disabled') ?? button.getAttribute('data-disabled')).toBe('true');
  });

  it('does not speak of refunds where there are none', async () => {
    open();
    await screen.findByText('No payments');
    expect(screen.queryByRole('heading', { name: 'Refunds' })).toBeNull();
  });

  it('says that refunds could not be looked up', async () => {
    const { user, server } = open({ [refunds]: refusal(503) });
    const section = within(await screen.findByRole('region', { name: 'Refunds' }));
    await section.findByText('This part of Tessera is not available right now. Try again in a moment.');
    server.answer(refunds, RefundPage, pageWith(refundOf('succeeded')));
    await user.click(section.getByRole('button', { name: 'Try again' }));
    await section.findByText('Refunded');
  });
});
