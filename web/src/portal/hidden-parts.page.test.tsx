import { CustomerBenefitGrantPage } from '@tessera/proto/api/billing/customer-grant';
import {
  type CustomerPaymentMethod,
  CustomerPaymentMethodPage,
  CustomerPortalCustomer,
} from '@tessera/proto/api/billing/customer-portal';
import {
  CustomerOrderPage,
  type CustomerSubscription,
  CustomerSubscriptionPage,
} from '@tessera/proto/api/billing/customer-purchase';
import { WalletPage } from '@tessera/proto/api/billing/wallet';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { clearToken, storeToken } from '../buyers/request/session.ts';
import { organization as acme, ada, base, pageOf, subscription } from '../test/portal.ts';
import { createServer } from '../test/server.ts';
import type { CustomerOrganization } from './api.ts';
import { startI18n } from './i18n.ts';
import { PortalPage } from './PortalPage.tsx';

beforeEach(() => startI18n('en'));
afterEach(() => {
  clearToken('acme');
  window.history.replaceState(null, '', '/');
});

const now = new Date();
const hidden = { show: false };
const customerPortalSettings = {
  ...acme.customerPortalSettings,
  ...{ orders: hidden, benefits: hidden, usage: hidden, paymentMethods: hidden },
};
const organization = { ...acme, customerPortalSettings };
const seller = { organization, products: [], paymentProcessor: { processor: 'sandbox' } };

/** The default card, good for so many months more. */
const cardFor = (months: number): CustomerPaymentMethod => {
  const last = new Date(now.getFullYear(), now.getMonth() + months, 1);
  const card = { brand: 'visa', last4: '4242', expMonth: last.getMonth() + 1, expYear: last.getFullYear() };
  return { id: 'card', createdAt: now, default: true, type: 'card', card };
};

type Has = { subscriptions?: CustomerSubscription[]; methods?: CustomerPaymentMethod[] };

const open = (path: string, { subscriptions = [], methods = [] }: Has = {}) => {
  const server = createServer();
  server.answer(`GET ${base}/customers/me`, CustomerPortalCustomer, ada);
  server.answer(`GET ${base}/subscriptions`, CustomerSubscriptionPage, pageOf(...subscriptions));
  server.answer(`GET ${base}/customers/me/payment-methods`, CustomerPaymentMethodPage, pageOf(...methods));
  server.answer(`GET ${base}/orders`, CustomerOrderPage, pageOf());
  server.answer(`GET ${base}/benefit-grants`, CustomerBenefitGrantPage, pageOf());
  server.answer(`GET ${base}/wallets`, WalletPage, pageOf());
  server.refuse(`GET ${base}/customers/stream`, 429);
  server.on(`GET ${base}/customer-session/introspect`, () => ({
    status: 200,
    body: { expires_at: now, return_url: null },
  }));
  globalThis.fetch = server.fetch;
  window.history.replaceState(null, '', path);
  storeToken('acme', 'tessera_cst_1');
  const first = { data: seller as unknown as CustomerOrganization, error: null };
  render(<PortalPage slug="acme" first={first} mailed={null} />);
  return server;
};

describe('a part that the seller does not show', () => {
  it.each(['orders', 'benefits', 'usage'])('leads to the overview from an old link: %s', async (part) => {
    const before = window.history.length;
    open(`/portal/acme/${part}`);
    await screen.findByRole('heading', { name: 'Hello, Ada' });
    expect(window.location.pathname).toBe('/portal/acme');
    expect(window.history.length).toBe(before);
  });
});

describe('saved cards that the seller does not show', () => {
  const opened = async (has: Has) => {
    open('/portal/acme/account', has);
    await screen.findByRole('heading', { name: 'Language' });
  };
  /** What decides was asked for with the page: where it is answered the overview, asked later, is too. */
  const answered = async () => {
    await userEvent.setup().click(screen.getByRole('link', { name: 'Overview' }));
    await screen.findByText('Hello, Ada');
    await userEvent.setup().click(screen.getByRole('link', { name: 'Account' }));
    await screen.findByRole('heading', { name: 'Language' });
  };

  it.each([
    ['expires this month', [cardFor(0)]],
    ['has expired', [cardFor(-1)]],
    ['is not there', []],
  ])('are there for whoever pays by a card that %s', async (_, methods) => {
    await opened({ subscriptions: [subscription()], methods });
    await screen.findByRole('heading', { name: 'Payment methods' });
    screen.getByRole('button', { name: 'Add card' });
  });

  it.each<[string, Has]>([
    ['the card is good', { subscriptions: [subscription()], methods: [cardFor(2)] }],
    ['nothing is charged', { subscriptions: [subscription({ amount: 0 })], methods: [cardFor(0)] }],
    ['it ends', { subscriptions: [subscription({ cancelAtPeriodEnd: true })], methods: [cardFor(0)] }],
    ['nothing runs', { methods: [cardFor(0)] }],
  ])('stay away while %s', async (_, has) => {
    await opened(has);
    await answered();
    expect(screen.queryByRole('heading', { name: 'Payment methods' })).toBeNull();
  });
});
