import { jest } from '@jest/globals';
import { CustomerBenefitGrant, CustomerBenefitGrantPage } from '@tessera/proto/api/billing/customer-grant';
import { CustomerCustomerMeterPage } from '@tessera/proto/api/billing/customer-meter';
import {
  CustomerPaymentMethodPage,
  CustomerPaymentMethodSetup,
  CustomerPortalCustomer,
} from '@tessera/proto/api/billing/customer-portal';
import {
  CustomerOrder,
  CustomerOrderPage,
  CustomerOrderPaymentStatus,
  CustomerSubscription,
  CustomerSubscriptionDuplicate,
  CustomerSubscriptionOffer,
  CustomerSubscriptionPage,
} from '@tessera/proto/api/billing/customer-purchase';
import { MeterQuantities } from '@tessera/proto/api/billing/meter';
import {
  ProjectedInvoice,
  SubscriptionChangePreview,
  type UpcomingInvoice,
} from '@tessera/proto/api/billing/subscription';
import { WalletPage } from '@tessera/proto/api/billing/wallet';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { serverDate } from '../api/request/server-time.ts';
import { clearToken, storeToken, tokenOf } from '../buyers/request/session.ts';
import { acmeProfile } from '../test/people.ts';
import { ada, base, organization, pageOf, product, subscription } from '../test/portal.ts';
import { order } from '../test/sales.ts';
import { watchFiles } from '../test/saved-files.ts';
import { createServer, done, refusal, reply, type Server } from '../test/server.ts';
import { haveStripe } from '../test/stripe.ts';
import type { CustomerOrganization } from './api.ts';
import { takeCode, takeLanguage, takeToken } from './arrival.ts';
import { chooseLanguage, languageHere, startI18n } from './i18n.ts';
import { PortalPage } from './PortalPage.tsx';

beforeAll(() => {
  // jsdom knows dialogs, but opens none.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute('open', '');
  };
});
beforeEach(() => startI18n('en'));
afterEach(() => {
  clearToken('acme');
  window.history.replaceState(null, '', '/');
});

const now = new Date('2026-06-15T12:00:00Z');
const seller = { organization, products: [], paymentProcessor: { processor: 'sandbox' } };

const upcoming: UpcomingInvoice = {
  date: new Date('2026-07-15T12:00:00Z'),
  billingReason: 'subscription_cycle',
  currency: 'usd',
  subtotalAmount: 2500,
  discountAmount: 0,
  netAmount: 2500,
  taxAmount: 0,
  totalAmount: 2500,
  appliedBalanceAmount: 0,
  dueAmount: 2500,
  items: [
    { label: 'Pro', amount: 1900, taxAmount: 0, proration: false, productPriceId: null },
    { label: 'Calls at a price', amount: 600, taxAmount: 0, proration: false, productPriceId: null },
  ],
};

const one = `${base}/subscriptions/sub`;

const answerAll = (server: Server): void => {
  server.answer(`GET ${base}/customers/me`, CustomerPortalCustomer, ada);
  server.answer(`GET ${base}/subscriptions`, CustomerSubscriptionPage, pageOf(subscription()));
  server.answer(`GET ${base}/orders`, CustomerOrderPage, pageOf());
  server.answer(`GET ${base}/benefit-grants`, CustomerBenefitGrantPage, pageOf());
  server.answer(`GET ${base}/wallets`, WalletPage, pageOf());
  server.answer(`GET ${one}/offer`, CustomerSubscriptionOffer, { offer: null });
  server.answer(`GET ${one}/duplicate`, CustomerSubscriptionDuplicate, { duplicate: null });
  server.refuse(`GET ${one}/upcoming`, 404);
  server.refuse(`GET ${base}/customers/stream`, 429);
  server.on(`GET ${base}/customer-session/introspect`, () => ({
    status: 200,
    body: { expires_at: now, return_url: 'https://acme.example/back' },
  }));
  server.on(`GET ${base}/meters`, () => ({
    status: 200,
    body: { items: [], pagination: { total_count: 0, max_page: 0 } },
  }));
};

const open = (path: string, { isKnown = true, seller: shown = seller as object } = {}) => {
  const server = createServer();
  answerAll(server);
  globalThis.fetch = server.fetch;
  window.history.replaceState(null, '', path);
  if (isKnown) storeToken('acme', 'tessera_cst_1');
  takeToken('acme');
  const mailed = takeCode();
  render(
    <PortalPage
      slug="acme"
      first={{ data: shown as unknown as CustomerOrganization, error: null }}
      mailed={mailed}
    />,
  );
  return { server, user: userEvent.setup() };
};

describe('the portal of a seller', () => {
  it('who never was says so', async () => {
    const error = { status: 404, name: 'ResourceNotFound', fields: [] };
    render(<PortalPage slug="acme" first={{ data: null, error }} />);
    await screen.findByText('This seller does not exist');
  });

  it('who is gone says what stays, before signing in and after, and takes no more cards', async () => {
    const gone = { ...seller, isClosed: true };
    open('/portal/acme', { isKnown: false, seller: gone });
    await screen.findByRole('heading', { name: 'Sign in' });
    screen.getByText('Acme no longer sells here');
    cleanup();
    open('/portal/acme', { seller: gone });
    await screen.findByText(/^Hello, /);
    screen.getByText('Acme no longer sells here');
    screen.getByText(/Your orders and invoices stay here/);
    cleanup();
    const account = open('/portal/acme/account', { seller: gone });
    account.server.answer(`GET ${base}/customers/me/payment-methods`, CustomerPaymentMethodPage, pageOf());
    await screen.findByText('No saved cards.');
    expect(screen.queryByRole('button', { name: 'Add card' })).toBeNull();
  });
});

describe('all that is kept of a customer', () => {
  it('is taken away as the server sends it', async () => {
    const files = watchFiles();
    const { server, user } = open('/portal/acme/account');
    server.answer(`GET ${base}/customers/me/payment-methods`, CustomerPaymentMethodPage, pageOf());
    // Longer than what a page would want to read: keys that are people's own stay as they are.
    const kept = { custom: { myKey: 1 }, events: [{ metadata: { askedBy: 'Ada' } }] };
    server.on(`GET ${base}/customers/me/export`, () => ({ status: 200, body: kept }));
    await user.click(await screen.findByRole('button', { name: 'Download my data' }));
    await waitFor(() => expect(files.names).toEqual(['acme.json']));
    expect(JSON.parse((await files.lines()).join(''))).toEqual(kept);
  });

  it('is no file where the server refuses it', async () => {
    const files = watchFiles();
    const { server, user } = open('/portal/acme/account');
    server.answer(`GET ${base}/customers/me/payment-methods`, CustomerPaymentMethodPage, pageOf());
    server.refuse(`GET ${base}/customers/me/export`, 503, { error: 'Unavailable' });
    await user.click(await screen.findByRole('button', { name: 'Download my data' }));
    await screen.findByRole('alert');
    expect(files.names).toEqual([]);
  });
});

describe('what is to one’s credit', () => {
  const wallet = { id: 'w1', createdAt: now, modifiedAt: null, customerId: 'ada', currency: 'usd' };

  it('is said on the first page, by currency, with what was too little to be charged', async () => {
    const { server } = open('/portal/acme');
    server.answer(
      `GET ${base}/wallets`,
      WalletPage,
      pageOf(
        { ...wallet, balance: 1200 },
        { ...wallet, id: 'w2', balance: -30, currency: 'eur' },
        { ...wallet, id: 'w3', balance: 0, currency: 'gbp' },
      ),
    );
    await screen.findByText('Credit: $12.00, used on your next invoice');
    screen.getByText('€0.30 from an earlier order will be added to your next invoice');
    expect(screen.queryByText(/£/)).toBeNull();
  });
});

describe('what comes with purchases', () => {
  const owing = (benefits: object[]) =>
    pageOf(subscription({ status: 'past_due', product: { ...product, benefits } }));
  const forum = { id: 'forum', createdAt: now, modifiedAt: null, type: 'custom', description: 'Forum' };
  const rights = { selectable: true, deletable: true, organizationId: 'acme' };
  const withheld = 'You get your benefits back as soon as you pay.';

  it.each(['', '/benefits'])('is told to be kept back until it is paid: at /portal/acme%s', async (path) => {
    const { server } = open(`/portal/acme${path}`);
    server.answer(`GET ${base}/subscriptions`, CustomerSubscriptionPage, owing([{ ...forum, ...rights }]));
    await screen.findByText(withheld);
  });

  it('is not told to be kept back where nothing comes with it', async () => {
    const { server } = open('/portal/acme');
    server.answer(`GET ${base}/subscriptions`, CustomerSubscriptionPage, owing([]));
    await screen.findByText('Nothing here yet. The benefits of your purchases will appear here.');
    expect(screen.queryByText(withheld)).toBeNull();
  });
});

describe('the link of a mail', () => {
  it('signs in, and leaves nothing of it in the address', async () => {
    open('/portal/acme?customer_session_token=tessera_cst_2&locale=en', { isKnown: false });
    await screen.findByRole('heading', { name: 'Hello, Ada' });
    expect(window.location.href).not.toContain('tessera_cst_2');
    expect(window.location.search).toBe('?locale=en');
    expect(tokenOf('acme')).toBe('tessera_cst_2');
  });

  it('is read in the language of the mail, unless another was chosen here', () => {
    window.history.replaceState(null, '', '/portal/acme?language=ja#email=a%40b.c');
    takeLanguage();
    expect(window.location.href).toMatch(/\/portal\/acme#email=a%40b\.c$/);
    expect(languageHere('')).toBe('ja');
    window.localStorage.setItem('tessera:buyer-language', 'it');
    expect(languageHere('')).toBe('it');
    window.localStorage.clear();
    window.history.replaceState(null, '', '/portal/acme?language=xx');
    takeLanguage();
    expect(languageHere('')).toBe('en');
    window.sessionStorage.clear();
  });

  it('goes on in the language that its address names, until another is chosen', () => {
    expect([languageHere('?locale=fr'), languageHere('')]).toEqual(['fr', 'fr']);
    window.localStorage.setItem('tessera:buyer-language', 'it');
    expect(languageHere('')).toBe('fr');
    // jsdom loads no page.
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    chooseLanguage('de');
    expect(languageHere('')).toBe('de');
    jest.restoreAllMocks();
    window.localStorage.clear();
  });

  it('opens nothing any more once its customer has signed out', async () => {
    const { server, user } = open('/portal/acme');
    server.on(`DELETE ${base}/customer-session`, done);
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    await screen.findByLabelText('E-mail');
    expect(tokenOf('acme')).toBeNull();
    await waitFor(() => expect(server.sentTo(`DELETE ${base}/customer-session`)).toHaveLength(1));
  });

  it('asks for a code when its hour is over, and goes on where one was', async () => {
    const { server, user } = open('/portal/acme/subscriptions');
    server.refuse(`GET ${base}/subscriptions`, 401, { error: 'invalid_token' });
    await screen.findByRole('heading', { name: 'Sign in again' });
    expect(tokenOf('acme')).toBeNull();
    server.on(`POST ${base}/customer-session/request`, () => ({
      status: 202,
      body: { request_token: 'sealed' },
    }));
    await user.clear(screen.getByLabelText('E-mail'));
    // As East Asian keyboards type it.
    await user.type(screen.getByLabelText('E-mail'), 'ada＠example．com');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    server.refuse(`POST ${base}/customer-session/authenticate`, 401, { error: 'Unauthorized' });
    // The cursor goes on from the field that is gone to the one that the code belongs in.
    await screen.findByLabelText('Code');
    await user.keyboard('ａ１ｂ-２ｃ４{Enter}');
    // Beside the field, and announced, as the field had the keyboard already.
    await screen.findAllByText('This code is wrong or no longer valid.');
    server.on(`POST ${base}/customer-session/authenticate`, () => ({
      status: 200,
      body: { token: 'tessera_cst_3' },
    }));
    answerAll(server);
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), 'a1b2c3{Enter}');
    await screen.findByRole('heading', { name: 'Subscriptions' });
    const tried = server.sentTo(`POST ${base}/customer-session/authenticate`).map(({ body }) => body);
    expect(tried).toEqual([
      { code: 'A1B2C4', email: 'ada@example.com', organization_id: organization.id, request_token: 'sealed' },
      { code: 'A1B2C3', email: 'ada@example.com', organization_id: organization.id, request_token: 'sealed' },
    ]);
  });

  const endWhileCanceling = async () => {
    const { server, user } = open('/portal/acme/subscriptions/sub');
    server.answer(`GET ${one}`, CustomerSubscription, subscription());
    await screen.findByText('ada@example.com');
    await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
    await user.type(await screen.findByLabelText(/tell/i), 'Too many mails');
    for (const path of [`PATCH ${one}`, `GET ${one}`, `GET ${base}/customers/me`])
      server.refuse(path, 401, { error: 'invalid_token' });
    const dialog = within(screen.getByRole('dialog', { name: 'Cancel Pro?', hidden: true }));
    await user.click(dialog.getByRole('button', { name: 'Cancel subscription', hidden: true }));
    await screen.findByRole('heading', { name: 'Sign in again' });
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('ada@example.com');
    server.on(`POST ${base}/customer-session/request`, done);
    server.on(`POST ${base}/customer-session/authenticate`, () => ({
      status: 200,
      body: { token: 'tessera_cst_5' },
    }));
    const signInAs = async (email: string) => {
      answerAll(server);
      server.answer(`GET ${one}`, CustomerSubscription, subscription());
      await user.clear(screen.getByLabelText('E-mail'));
      await user.type(screen.getByLabelText('E-mail'), email);
      await user.click(screen.getByRole('button', { name: 'Send code' }));
      await user.type(await screen.findByLabelText('Code'), 'a1b2c3{Enter}');
      await waitFor(() => expect(screen.queryByLabelText('Code')).toBeNull());
    };
    return { server, user, signInAs };
  };

  it('keeps what was typed until one has signed in again', async () => {
    const { server, user, signInAs } = await endWhileCanceling();
    await signInAs('Ada@example.com');
    expect(tokenOf('acme')).toBe('tessera_cst_5');
    // What was pressed last is at hand.
    expect(document.activeElement?.textContent).toBe('Cancel subscription');
    expect(document.activeElement?.closest('dialog')).not.toBeNull();
    const dialog = within(screen.getByRole('dialog', { name: 'Cancel Pro?', hidden: true }));
    dialog.getByText('You have been signed out. Try again.');
    server.answer(`PATCH ${one}`, CustomerSubscription, { ...subscription(), cancelAtPeriodEnd: true });
    const tokens: (string | null)[] = [];
    globalThis.fetch = (input, init) => {
      if (init?.method === 'PATCH') tokens.push(new Headers(init.headers).get('authorization'));
      return server.fetch(input, init);
    };
    await user.click(dialog.getByRole('button', { name: 'Cancel subscription', hidden: true }));
    await waitFor(() => expect(server.sentTo(`PATCH ${one}`)).toHaveLength(2));
    const [, again] = server.sentTo(`PATCH ${one}`);
    expect(again?.body).toMatchObject({ cancellation_comment: 'Too many mails' });
    expect(tokens.at(-1)).toBe('Bearer tessera_cst_5');
  });

  it('shows nothing of it to somebody else', async () => {
    const { signInAs } = await endWhileCanceling();
    await signInAs('eve@example.com');
    await screen.findByRole('heading', { name: 'Pro' });
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
    expect(screen.queryByDisplayValue('Too many mails')).toBeNull();
  });

  it('of a sign-in brings the code along', async () => {
    const link = '/portal/acme#email=ada%40example.com&code=A1B2C3&token=mailed';
    const { server } = open(link, { isKnown: false });
    server.on(`POST ${base}/customer-session/authenticate`, () => ({
      status: 200,
      body: { token: 'tessera_cst_4' },
    }));
    await waitFor(() => expect(window.location.hash).toBe(''));
    await screen.findByRole('heading', { name: /Hello|Look into/ });
    const [tried] = server.sentTo(`POST ${base}/customer-session/authenticate`);
    expect(tried?.body).toMatchObject({ code: 'A1B2C3', request_token: 'mailed' });
  });

  it('that was used before leads to a new code, and is not tried in its place', async () => {
    const { server, user } = open('/portal/acme#email=ada%40example.com&code=A1B2C3', { isKnown: false });
    const authenticate = `POST ${base}/customer-session/authenticate`;
    server.refuse(authenticate, 401, { error: 'Unauthorized' });
    await screen.findByText(
      'This link has already been used or is older than 30 minutes. Request a new code.',
    );
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('ada@example.com');
    server.on(`POST ${base}/customer-session/request`, done);
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Code')).value).toBe('');
    await screen.findByText(/an e-mail with a six-character code is on its way/);
    expect(server.sentTo(authenticate)).toHaveLength(1);
  });
});

describe('the session of a checkout', () => {
  it('says that it shows this purchase alone, and how to see the others', async () => {
    const { server, user } = open('/portal/acme');
    server.refuse(`GET ${base}/customers/me`, 403, { error: 'NotPermitted' });
    server.on(`DELETE ${base}/customer-session`, done);
    await screen.findByRole('heading', { name: 'Only this purchase is shown' });
    expect(screen.queryByText('Everything you have from Acme.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByLabelText('E-mail');
  });
});

describe('a change of plan', () => {
  const metered = {
    amountType: 'metered_unit',
    unitAmount: '0.4',
    priceCurrency: 'usd',
    meter: { name: 'Calls' },
  };
  const scale = { ...product, id: 'scale', name: 'Scale', prices: [metered] };
  const preview = {
    productId: 'scale',
    amount: 2900,
    currency: 'usd' as const,
    recurringInterval: 'month' as const,
    recurringIntervalCount: 1,
    prorationBehavior: 'invoice' as const,
    currentPeriodStart: now,
    currentPeriodEnd: now,
    discountId: null,
    invoice: upcoming,
    nextInvoice: upcoming,
  };

  it('tells what comes on top of the new price', async () => {
    const { server, user } = open('/portal/acme/subscriptions/sub', {
      seller: { ...seller, products: [scale] },
    });
    server.answer(`GET ${one}`, CustomerSubscription, subscription());
    server.answer(`POST ${one}/preview`, SubscriptionChangePreview, preview);
    await user.click(await screen.findByRole('button', { name: 'Change plan' }));
    await screen.findByText(
      'The change takes effect immediately. From then on you pay $29.00 / month plus usage.',
    );
  });

  it('tells that nothing follows where it ends beside another subscription', async () => {
    const { server, user } = open('/portal/acme/subscriptions/sub', {
      seller: { ...seller, products: [scale] },
    });
    server.answer(`GET ${one}`, CustomerSubscription, subscription());
    server.answer(`POST ${one}/preview`, SubscriptionChangePreview, { ...preview, nextInvoice: null });
    await user.click(await screen.findByRole('button', { name: 'Change plan' }));
    await screen.findByText(/^Your other subscription continues as before\./);
    screen.getByText('Charged now');
    expect(screen.queryByText(/^Charged on/)).toBeNull();
  });

  it('does not promise for ever what a discount takes off', async () => {
    const { server, user } = open('/portal/acme/subscriptions/sub', {
      seller: { ...seller, products: [scale] },
    });
    const discountId = '0197a000-0000-7000-8000-0000000000d1';
    server.answer(`GET ${one}`, CustomerSubscription, { ...subscription(), discountId });
    server.answer(`POST ${one}/preview`, SubscriptionChangePreview, { ...preview, discountId });
    await screen.findByText(/ \/ month \(while the discount lasts\)/);
    await user.click(await screen.findByRole('button', { name: 'Change plan' }));
    await screen.findByText(
      'The change takes effect immediately. From then on you pay $29.00 / month (while the discount lasts) plus usage.',
    );
  });

  it('is made once its cost is known, which is asked for again after a failure', async () => {
    const { server, user } = open('/portal/acme/subscriptions/sub', {
      seller: { ...seller, products: [scale] },
    });
    server.answer(`GET ${one}`, CustomerSubscription, subscription());
    server.refuse(`POST ${one}/preview`, 500);
    await user.click(await screen.findByRole('button', { name: 'Change plan' }));
    const dialog = within(screen.getByRole('dialog', { hidden: true }));
    const again = await dialog.findByRole('button', { name: 'Try again', hidden: true });
    expect(dialog.queryByRole('button', { name: 'Change plan', hidden: true })).toBeNull();
    server.answer(`POST ${one}/preview`, SubscriptionChangePreview, preview);
    await user.click(again);
    await dialog.findByRole('button', { name: 'Change plan', hidden: true });
    dialog.getByText('Charged now');
    expect(dialog.queryByRole('alert', { hidden: true })).toBeNull();
  });

  it('is brought into sight beside the plan that was chosen, however many there are', async () => {
    const seen: (string | null)[] = [];
    jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      seen.push(this.textContent);
    });
    const products = Array.from({ length: 12 }, (_, index) => ({
      ...product,
      prices: [metered],
      id: `${index}`,
      name: `Plan ${index}`,
    }));
    const { server, user } = open('/portal/acme/subscriptions/sub', { seller: { ...seller, products } });
    server.answer(`GET ${one}`, CustomerSubscription, subscription());
    server.refuse(`POST ${one}/preview`, 402);
    await user.click(await screen.findByRole('button', { name: 'Change plan' }));
    await user.click(screen.getByLabelText(/Plan 3/));
    const dialog = within(screen.getByRole('dialog', { hidden: true }));
    const refused = (await dialog.findByRole('alert', { hidden: true })).textContent;
    await waitFor(() => expect(seen.slice(-2)).toEqual([expect.stringContaining('Plan 3'), refused]));
    const acts = dialog.getAllByRole('button', { hidden: true }).map(({ textContent }) => textContent);
    expect(acts).toEqual(['Change plan', 'Close']);
  });
});

describe('a plan to go over to', () => {
  const fixed = (priceCurrency: string, priceAmount: number) => ({
    amountType: 'fixed',
    priceCurrency,
    priceAmount,
  });
  const priced = (id: string, ...prices: object[]) => ({ ...product, id, name: id, prices });

  it('has its price in the currency of the subscription, or is none', async () => {
    const products = [
      priced('Both', fixed('usd', 9900), fixed('eur', 9500)),
      priced('Other', fixed('eur', 4900)),
      priced('Dollars', fixed('usd', 100)),
    ];
    const { server, user } = open('/portal/acme/subscriptions/sub', { seller: { ...seller, products } });
    server.answer(`GET ${one}`, CustomerSubscription, subscription({ currency: 'eur' }));
    await user.click(await screen.findByRole('button', { name: 'Change plan' }));
    await screen.findByText('€95.00 / month');
    screen.getByText('€49.00 / month');
    expect(screen.queryByText('Dollars')).toBeNull();
  });
});

describe('a subscription', () => {
  const opened = async (changes: object = {}) => {
    const { server, user } = open('/portal/acme/subscriptions/sub');
    server.answer(`GET ${one}`, CustomerSubscription, subscription(changes));
    await screen.findByRole('heading', { name: 'Pro' });
    return { server, user };
  };

  it('is canceled after a question, with a reason, and kept after all', async () => {
    const { server, user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Cancel Pro?', hidden: true }));
    dialog.getByText('You keep everything until July 15, 2026. It will not renew after that.');
    expect(dialog.queryByText(/still charged/)).toBeNull();
    await user.click(dialog.getByLabelText('It is too expensive'));
    await user.type(dialog.getByLabelText(/Anything you want to tell/), 'See you');
    const asked = server.sentTo(`GET ${one}/upcoming`).length;
    const ending = subscription({ cancelAtPeriodEnd: true, endsAt: new Date('2026-07-15T12:00:00Z') });
    server.answer(`PATCH ${one}`, CustomerSubscription, ending);
    server.answer(`GET ${one}`, CustomerSubscription, ending);
    await user.click(dialog.getByRole('button', { name: 'Cancel subscription', hidden: true }));
    await screen.findByText('Ends on July 15, 2026');
    // What would be refused now is not asked for: once for the page, and no more.
    expect(server.sentTo(`GET ${one}/upcoming`)).toHaveLength(asked);
    expect(server.sentTo(`PATCH ${one}`)[0]?.body).toEqual({
      cancel_at_period_end: true,
      cancellation_reason: 'too_expensive',
      cancellation_comment: 'See you',
    });
    server.answer(`PATCH ${one}`, CustomerSubscription, subscription());
    server.answer(`GET ${one}`, CustomerSubscription, subscription());
    await user.click(screen.getByRole('button', { name: 'Keep subscription' }));
    await screen.findByText('Renews on July 15, 2026');
    expect(server.sentTo(`PATCH ${one}`)[1]?.body).toEqual({ cancel_at_period_end: false });
  });

  it('is asked about until it is known whether it was canceled', async () => {
    const { server, user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
    const dialog = screen.getByRole('dialog', { name: 'Cancel Pro?', hidden: true });
    const late = Promise.withResolvers<void>();
    server.on(`PATCH ${one}`, (sent) => late.promise.then(() => refusal(503)(sent)));
    const button = (name: string) => within(dialog).getByRole('button', { name, hidden: true });
    await user.click(button('Cancel subscription'));
    await waitFor(() => expect(server.sentTo(`PATCH ${one}`)).toHaveLength(1));
    await user.click(button('Keep it'));
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    late.resolve();
    await within(dialog).findByRole('alert', { hidden: true });
    await user.click(button('Keep it'));
    expect(dialog.isConnected).toBe(false);
  });

  it('is not asked for its next payment before it is known whether it ends as a duplicate', async () => {
    const { server } = open('/portal/acme/subscriptions/sub');
    const late = Promise.withResolvers<void>();
    server.answer(`GET ${one}`, CustomerSubscription, subscription());
    server.answer(`GET ${one}/upcoming`, ProjectedInvoice, { ...upcoming, forecast: null });
    const known = reply(CustomerSubscriptionDuplicate, { duplicate: null });
    server.on(`GET ${one}/duplicate`, (sent) => late.promise.then(() => known(sent)));
    await screen.findByText('Next payment');
    expect(server.sentTo(`GET ${one}/upcoming`)).toEqual([]);
    late.resolve();
    await screen.findByText(/as things stand/);
    expect(server.sentTo(`GET ${one}/upcoming`)).toHaveLength(1);
  });

  it('that its customer has twice is ended at once, with the money back', async () => {
    const { server, user } = open('/portal/acme/subscriptions/sub');
    server.answer(`GET ${one}`, CustomerSubscription, subscription());
    const duplicate = (refundAmount: number) => ({
      duplicate: { endsAt: new Date('2026-07-15T12:00:00Z'), refundAmount, currency: 'usd' },
    });
    server.answer(`GET ${one}/duplicate`, CustomerSubscriptionDuplicate, duplicate(1900));
    await user.click(await screen.findByRole('button', { name: 'End this one and get $19.00 back' }));
    screen.getByText(/this one ends on July 15, 2026 and will not renew/);
    expect(screen.queryByText('Next payment')).toBeNull();
    // There is none, and the server refuses the question.
    expect(server.sentTo(`GET ${one}/upcoming`)).toEqual([]);
    const dialog = within(screen.getByRole('dialog', { name: 'Pro', hidden: true }));
    dialog.getByText(/\$19\.00 is refunded to the card/);
    const ended = subscription({ status: 'canceled', endedAt: now });
    server.answer(`POST ${one}/duplicate`, CustomerSubscription, ended);
    server.answer(`GET ${one}`, CustomerSubscription, ended);
    server.answer(`GET ${one}/duplicate`, CustomerSubscriptionDuplicate, { duplicate: null });
    await user.click(dialog.getByRole('button', { name: 'End this one', hidden: true }));
    await waitFor(() => expect(screen.queryByText('You have this twice')).toBeNull());
    expect(server.sentTo(`POST ${one}/duplicate`)).toHaveLength(1);
  });

  it('is not canceled before it is said what is charged all the same', async () => {
    const { server, user } = await opened();
    server.answer(`GET ${one}/upcoming`, ProjectedInvoice, { ...upcoming, forecast: null });
    await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Cancel Pro?', hidden: true }));
    await dialog.findByText('Your usage and changes up to then will still be charged.');
  });

  it('is not asked about again by the dialog when the page shows its next payment', async () => {
    const { server, user } = open('/portal/acme/subscriptions/sub');
    server.answer(`GET ${one}`, CustomerSubscription, subscription());
    server.answer(`GET ${one}/upcoming`, ProjectedInvoice, { ...upcoming, forecast: null });
    await screen.findByText('Calls at a price');
    await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Cancel Pro?', hidden: true }));
    await dialog.findByText('Your usage and changes up to then will still be charged.');
    expect(server.sentTo(`GET ${one}/upcoming`)).toHaveLength(1);
  });

  const buttons = () => screen.getAllByRole('button').map((button) => button.textContent);

  it('that rests until it is paid leads to the payment, and offers nothing that would be refused', async () => {
    const { server } = open('/portal/acme/subscriptions/sub');
    server.answer(`GET ${one}`, CustomerSubscription, subscription({ status: 'unpaid' }));
    await screen.findByText('We will not try again. Your subscription continues as soon as you pay.');
    expect(buttons()).not.toContain('Cancel subscription');
    expect(buttons()).not.toContain('Change plan');
  });

  it('cannot be kept while a payment of it has failed', async () => {
    const ending = { status: 'past_due', cancelAtPeriodEnd: true, endsAt: now };
    await opened(ending);
    await screen.findByText('Your last payment did not go through');
    expect(buttons()).not.toContain('Keep subscription');
  });

  it('is not said to have kept what is withheld until it is paid', async () => {
    const forum = { id: 'forum', createdAt: now, modifiedAt: null, type: 'custom', description: 'Forum' };
    const rights = { selectable: true, deletable: true, organizationId: 'acme' };
    await opened({ status: 'past_due', product: { ...product, benefits: [{ ...forum, ...rights }] } });
    await screen.findByText('You get its benefits back as soon as you pay.');
    expect(screen.queryByText(/To keep what you have/)).toBeNull();
  });

  it.each([
    [
      { status: 'past_due', currentPeriodEnd: new Date('2099-07-15T12:00:00Z') },
      'It ends on July 15, 2099 and will not renew.',
    ],
    [
      { status: 'past_due', currentPeriodEnd: new Date('2026-01-15T12:00:00Z') },
      'Its period is over, so it ends immediately.',
    ],
    [{ status: 'unpaid', pausedAt: now }, 'It is paused, so it ends immediately.'],
  ])('promises nothing for later that is not there now: %j', async (changes, told) => {
    const { user } = await opened(changes);
    await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
    await screen.findByText(told);
    expect(screen.queryByText('You will lose:')).toBeNull();
  });

  it('shows how it stands, where another tab has canceled it meanwhile', async () => {
    const { server, user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Cancel Pro?', hidden: true }));
    server.refuse(`PATCH ${one}`, 403, { error: 'AlreadyCanceledSubscription', detail: 'Canceled.' });
    const ending = subscription({ cancelAtPeriodEnd: true, endsAt: new Date('2026-07-15T12:00:00Z') });
    server.answer(`GET ${one}`, CustomerSubscription, ending);
    await user.click(dialog.getByRole('button', { name: 'Cancel subscription', hidden: true }));
    await screen.findByText('Ends on July 15, 2026');
    expect(screen.queryByText(/on our side/)).toBeNull();
  });

  it('says in words what could not be done', async () => {
    const { server, user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
    server.refuse(`PATCH ${one}`, 503);
    const dialog = within(screen.getByRole('dialog', { hidden: true }));
    await user.click(dialog.getByRole('button', { name: 'Cancel subscription', hidden: true }));
    await dialog.findByText('Something went wrong on our side. Try again in a moment.');
  });

  it('is kept for what its seller offers in place of canceling', async () => {
    const { server, user } = await opened();
    server.answer(`GET ${one}/offer`, CustomerSubscriptionOffer, {
      offer: {
        type: 'discount',
        discount: {
          name: 'Stay',
          basisPoints: 2500,
          amount: null,
          currency: null,
          duration: 'repeating',
          durationInMonths: 3,
        },
        price: 1425,
      },
    });
    await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
    const dialog = within(screen.getByRole('dialog', { hidden: true }));
    await dialog.findByText('25% off for 3 months');
    dialog.getByText('From July 15, 2026 you pay $14.25 / month.');
    server.answer(`POST ${one}/offer`, CustomerSubscription, subscription({ amount: 1425 }));
    server.answer(`GET ${one}`, CustomerSubscription, subscription({ amount: 1425 }));
    await user.click(dialog.getByRole('button', { name: 'Stay with the discount', hidden: true }));
    await screen.findByText('$14.25 / month');
    expect(server.sentTo(`PATCH ${one}`)).toEqual([]);
  });

  it('is canceled in spite of an offer', async () => {
    const { server, user } = await opened();
    const resumesAt = new Date('2026-08-15T12:00:00Z');
    server.answer(`GET ${one}/offer`, CustomerSubscriptionOffer, { offer: { type: 'pause', resumesAt } });
    await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
    const dialog = within(screen.getByRole('dialog', { hidden: true }));
    await user.click(await dialog.findByRole('button', { name: 'Cancel anyway', hidden: true }));
    dialog.getByRole('button', { name: 'Cancel subscription', hidden: true });
  });

  it('is paused where the seller lets customers do so', async () => {
    const { customerPortalSettings } = organization;
    organization.customerPortalSettings = {
      ...customerPortalSettings,
      subscription: { allowPause: true, cancellationOffer: null },
    };
    const { server, user } = await opened();
    organization.customerPortalSettings = customerPortalSettings;
    await user.click(screen.getByRole('button', { name: 'Pause subscription' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Pause Pro?', hidden: true }));
    await user.click(dialog.getByLabelText('For 2 months'));
    const pausing = subscription({ pauseAtPeriodEnd: true, resumesAt: new Date('2026-09-15T12:00:00Z') });
    server.answer(`PATCH ${one}`, CustomerSubscription, pausing);
    server.answer(`GET ${one}`, CustomerSubscription, pausing);
    await user.click(dialog.getByRole('button', { name: 'Pause', hidden: true }));
    await screen.findByText('Pauses from July 15, 2026 to September 15, 2026');
    expect(server.sentTo(`PATCH ${one}`)[0]?.body).toEqual({
      pause_at_period_end: true,
      resumes_at: '2026-09-15T12:00:00.000Z',
    });
    screen.getByRole('button', { name: 'Do not pause' });
  });

  it('that has ended because a payment failed says so', async () => {
    await opened({ status: 'canceled', endedAt: now, endedReason: 'payment_failed' });
    screen.getByText('A payment failed');
  });

  it('that has ended can neither be canceled nor changed', async () => {
    await opened({ status: 'canceled', endedAt: now });
    screen.getByText('Ended', { selector: 'dt' });
    expect(screen.queryByRole('button', { name: /Cancel|Keep|Change/ })).toBeNull();
  });
});

describe('what was used', () => {
  const meter = {
    id: 'calls',
    createdAt: now,
    modifiedAt: null,
    customerId: 'ada',
    meterId: 'meter',
    consumedUnits: 160,
    creditedUnits: 100,
    balance: -60,
    amount: 600,
    currency: 'usd',
    alerts: [],
    isStopped: false,
    meter: { id: 'meter', createdAt: now, modifiedAt: null, name: 'Calls' },
  };

  it('stands against the credit, day by day, and with what the next payment comes to', async () => {
    const { server } = open('/portal/acme/usage');
    server.answer(`GET ${base}/meters`, CustomerCustomerMeterPage, pageOf(meter));
    server.answer(`GET ${base}/meters/calls/quantities`, MeterQuantities, {
      quantities: [{ timestamp: now, quantity: 160 }],
      total: 160,
    });
    const used = {
      id: 'm',
      createdAt: now,
      modifiedAt: null,
      consumedUnits: 160,
      creditedUnits: 100,
      amount: 600,
    };
    server.answer(
      `GET ${base}/subscriptions`,
      CustomerSubscriptionPage,
      pageOf(
        subscription({ meters: [{ ...used, meterId: 'meter', meter: meter.meter }] }),
        subscription({ id: 'plain' }),
      ),
    );
    server.answer(`GET ${one}/upcoming`, ProjectedInvoice, {
      ...upcoming,
      forecast: { ...upcoming, dueAmount: 4100 },
    });
    const payment = within(await screen.findByRole('region', { name: 'Next payment' }));
    await payment.findByText('$25.00');
    payment.getByText('Estimate at today’s pace');
    payment.getByText('≈ $41.00');
    payment.getByText('Calls at a price');
    screen.getByRole('progressbar', { name: '160 of 100 used', hidden: true });
    // Thirty whole days of the reader's.
    const [asked] = server.sentTo(`GET ${base}/meters/calls/quantities`);
    const today = serverDate();
    const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 29);
    expect(asked?.query.get('start_timestamp')).toBe(first.toISOString());
  });

  it('has a chart with a scale and days, and all decimals of what was used', async () => {
    const { server } = open('/portal/acme/usage');
    server.answer(
      `GET ${base}/meters`,
      CustomerCustomerMeterPage,
      pageOf({ ...meter, consumedUnits: 0.0045, balance: 99.9955 }),
    );
    server.answer(`GET ${base}/meters/calls/quantities`, MeterQuantities, {
      quantities: [
        { timestamp: new Date('2026-05-17T12:00:00Z'), quantity: 0.0035 },
        { timestamp: now, quantity: 0.001 },
      ],
      total: 0.0045,
    });
    const chart = await screen.findByRole('img', { name: 'Calls, day by day: 0.0045 in total' });
    const figure = within(chart.closest('figure') as HTMLElement);
    for (const text of ['0.0035', 'May 17', 'Jun 15', '0.0045 used in the last 30 days'])
      figure.getByText(text);
    screen.getByText('99.9955');
  });

  it('shows each day’s amount in a table, for readers who cannot point at a bar', async () => {
    const { server, user } = open('/portal/acme/usage');
    server.answer(`GET ${base}/meters`, CustomerCustomerMeterPage, pageOf(meter));
    server.answer(`GET ${base}/meters/calls/quantities`, MeterQuantities, {
      quantities: [
        { timestamp: new Date('2026-06-14T12:00:00Z'), quantity: 120 },
        { timestamp: now, quantity: 40 },
      ],
      total: 160,
    });
    const section = within(await screen.findByRole('region', { name: 'Calls' }));
    await user.click(await section.findByRole('button', { name: 'Table' }));
    const table = within(section.getByRole('table', { name: 'Calls, day by day: 160 in total' }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'DayUsed',
      'June 14, 2026120',
      'June 15, 202640',
    ]);
    expect(section.queryByRole('img')).toBeNull();
    await user.click(section.getByRole('button', { name: 'Chart' }));
    section.getByRole('img', { name: 'Calls, day by day: 160 in total' });
  });

  it('says that its history could not be loaded, and loads it again', async () => {
    const { server, user } = open('/portal/acme/usage');
    server.answer(`GET ${base}/meters`, CustomerCustomerMeterPage, pageOf(meter));
    const history = `GET ${base}/meters/calls/quantities`;
    server.refuse(history, 500);
    const section = within(await screen.findByRole('region', { name: 'Calls' }));
    await section.findByRole('alert');
    server.answer(history, MeterQuantities, { quantities: [{ timestamp: now, quantity: 3 }], total: 3 });
    await user.click(section.getByRole('button', { name: 'Try again' }));
    await section.findByText('3 used in the last 30 days');
  });
});

describe('a list of several pages', () => {
  const bought = (invoiceNumber: string) =>
    ({
      ...order,
      invoiceNumber,
      product,
      subscription: null,
      nextPaymentAttemptAt: null,
      isPayable: false,
    }) as unknown as CustomerOrder;
  const answerPages = (server: Server, maxPage: number) => {
    server.on(`GET ${base}/orders`, (sent) => {
      const page = Number(sent.query.get('page'));
      const items = page > maxPage ? [] : [bought(`ACME-${page}`)];
      return reply(CustomerOrderPage, { items, pagination: { totalCount: 21, maxPage } })(sent);
    });
    server.answer(`GET ${base}/orders/${order.id}`, CustomerOrder, bought('ACME-2'));
  };

  it('leads back from a row to the page where that stands', async () => {
    const { server, user } = open('/portal/acme/orders');
    answerPages(server, 2);
    await user.click(await screen.findByRole('button', { name: 'Older' }));
    await user.click(await screen.findByRole('link', { name: /ACME-2/ }));
    await screen.findByRole('heading', { name: 'Billing details' });
    window.history.back();
    await screen.findByText('Page 2 of 2');
    await user.click(screen.getByRole('button', { name: 'Newer' }));
    await screen.findByRole('link', { name: /ACME-1/ });
    expect(window.location.search).toBe('');
  });

  it('shows its last page where it has become shorter', async () => {
    const { server } = open('/portal/acme/orders?page=3');
    answerPages(server, 1);
    await screen.findByRole('link', { name: /ACME-1/ });
  });
});

describe('a link that was cut off', () => {
  it('says that there is no such order, and asks for no field', async () => {
    const { server } = open('/portal/acme/orders/0198b3d6');
    const detail = [{ loc: ['path', 'id'], msg: 'Invalid', type: 'uuid' }];
    server.refuse(`GET ${base}/orders/0198b3d6`, 422, { error: 'RequestValidationError', detail });
    await screen.findByText('This no longer exists.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('who has bought with a country alone', () => {
  it('can change the name without the rest of an address, which is asked for whole once begun', async () => {
    const { server, user } = open('/portal/acme/account');
    server.refuse(`GET ${base}/customers/me/payment-methods`, 404);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const name = screen.getByLabelText(/^Name/);
    await user.clear(name);
    await user.type(name, 'Ada King');
    await user.type(screen.getByLabelText('City'), 'London');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Enter your street and number.');
    expect(server.sentTo(`PATCH ${base}/customers/me`)).toEqual([]);
    await user.clear(screen.getByLabelText('City'));
    server.answer(`PATCH ${base}/customers/me`, CustomerPortalCustomer, { ...ada, name: 'Ada King' });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.sentTo(`PATCH ${base}/customers/me`).map(({ body }) => body)).toEqual([
        { name: 'Ada King' },
      ]),
    );
  });
});

describe('details that another tab has changed', () => {
  const address = {
    country: 'GB',
    state: null,
    line1: '1 Abbey Road',
    line2: null,
    postalCode: 'NW8 9AY',
    city: 'London',
  };
  const openAddressed = async () => {
    const page = open('/portal/acme/account');
    page.server.refuse(`GET ${base}/customers/me/payment-methods`, 404);
    const stored = { ...ada, billingAddress: address };
    page.server.answer(`GET ${base}/customers/me`, CustomerPortalCustomer, stored);
    page.server.answer(`PATCH ${base}/customers/me`, CustomerPortalCustomer, stored);
    await page.user.click(await screen.findByRole('button', { name: 'Edit' }));
    const save = () => page.user.click(screen.getByRole('button', { name: 'Save' }));
    return { ...page, save, sent: () => page.server.sentTo(`PATCH ${base}/customers/me`) };
  };

  it('stay as they are where only others are changed here', async () => {
    const { user, save, sent } = await openAddressed();
    await user.type(screen.getByLabelText(/^Tax ID/), '123456789');
    await save();
    await screen.findByRole('button', { name: 'Edit' });
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.clear(screen.getByLabelText('City'));
    await user.type(screen.getByLabelText('City'), 'Leeds');
    await save();
    await waitFor(() =>
      expect(sent().map(({ body }) => body)).toEqual([
        { tax_id: '123456789' },
        {
          billing_address: {
            country: 'GB',
            state: null,
            line1: '1 Abbey Road',
            line2: null,
            postal_code: 'NW8 9AY',
            city: 'Leeds',
          },
        },
      ]),
    );
  });

  it('are not sent where nothing is changed here', async () => {
    const { save, sent } = await openAddressed();
    await save();
    await screen.findByRole('button', { name: 'Edit' });
    expect(sent()).toEqual([]);
  });
});

describe('the session of a single purchase', () => {
  it('leads to signing in where what was used is looked for', async () => {
    const { server } = open('/portal/acme/usage');
    const detail = 'This session belongs to one purchase only.';
    server.refuse(`GET ${base}/meters`, 403, { error: 'NotPermitted', detail });
    await screen.findByRole('heading', { name: 'Only this purchase is shown' });
    screen.getByRole('button', { name: 'Sign in' });
  });
});

describe('a new e-mail address', () => {
  it('leaves its customer signed in when a code was mistyped, and is taken over by the right one', async () => {
    const seen: (string | null)[] = [];
    jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      seen.push(this.textContent);
    });
    const { server, user } = open('/portal/acme/account');
    server.refuse(`GET ${base}/customers/me/payment-methods`, 404);
    const update = `POST ${base}/customers/me/email-update`;
    server.on(`${update}/request`, done);
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    await user.type(screen.getByLabelText('New e-mail address'), 'king@example.com{Enter}');
    server.refuse(`${update}/verify`, 401, {
      error: 'CustomerSessionCodeInvalidOrExpired',
      detail: 'This code is invalid or has expired.',
    });
    await user.type(await screen.findByLabelText('Code'), 'a1b2c3{Enter}');
    await screen.findAllByText(/code is wrong/);
    // Below the field there may be no room: it is what is said that has to be in sight.
    await waitFor(() => expect(seen.at(-1)).toMatch(/code is wrong/));
    expect(tokenOf('acme')).not.toBeNull();
    const moved = { ...ada, email: 'king@example.com' };
    server.answer(`${update}/verify`, CustomerPortalCustomer, moved);
    server.answer(`GET ${base}/customers/me`, CustomerPortalCustomer, moved);
    await user.type(screen.getByLabelText('Code'), '{Enter}');
    await screen.findAllByText('king@example.com');
  });
});

describe('who has given no address yet', () => {
  it('gives a tax id with the country that it is read in', async () => {
    const { server, user } = open('/portal/acme/account');
    server.refuse(`GET ${base}/customers/me/payment-methods`, 404);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.type(screen.getByLabelText(/^Tax ID/), '123456789');
    server.answer(`PATCH ${base}/customers/me`, CustomerPortalCustomer, ada);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.sentTo(`PATCH ${base}/customers/me`).map(({ body }) => body)).toMatchObject([
        { billing_address: { country: 'US', line1: null }, tax_id: '123456789' },
      ]),
    );
  });
});

describe('a threshold that was reached', () => {
  const reached = {
    usageAlertId: 'alert',
    name: 'Nearly used up',
    kind: 'credit_percent' as const,
    threshold: 80,
    currency: 'usd' as const,
    isHardStop: false,
    reachedAt: now,
  };
  const meter = {
    id: 'calls',
    createdAt: now,
    modifiedAt: null,
    customerId: 'ada',
    meterId: 'meter',
    consumedUnits: 85,
    creditedUnits: 100,
    balance: 15,
    amount: null,
    currency: null,
    isStopped: false,
    meter: { id: 'meter', createdAt: now, modifiedAt: null, name: 'Calls' },
  };

  it('is told under its name, unless that says the same', async () => {
    const { server } = open('/portal/acme/usage');
    const alerts = [
      reached,
      { ...reached, usageAlertId: 'same', name: '80% used' },
      { ...reached, usageAlertId: 'fair', name: 'Fair use', kind: 'units' as const, threshold: 5000 },
    ];
    server.answer(`GET ${base}/meters`, CustomerCustomerMeterPage, pageOf({ ...meter, alerts }));
    server.answer(`GET ${base}/meters/calls/quantities`, MeterQuantities, { quantities: [], total: 0 });
    await screen.findByText('Nearly used up: 80% of what is included reached.');
    screen.getByText('80% of what is included reached.');
    screen.getByText('Fair use: 5,000 units reached.');
  });

  it('is told on the first page as well, with the way to what was used', async () => {
    const { server, user } = open('/portal/acme');
    const alerts = [{ ...reached, isHardStop: true }];
    const stopped = { ...meter, alerts, isStopped: true };
    server.answer(
      `GET ${base}/meters`,
      CustomerCustomerMeterPage,
      pageOf(stopped, { ...meter, id: 'fine', alerts: [] }),
    );
    server.answer(`GET ${base}/meters/calls/quantities`, MeterQuantities, { quantities: [], total: 0 });
    server.answer(`GET ${base}/meters/fine/quantities`, MeterQuantities, { quantities: [], total: 0 });
    const told = await screen.findByText('Nearly used up: 80% of what is included reached.');
    const banner = within(told.closest('output') as HTMLElement);
    banner.getByText('Calls');
    expect(screen.getAllByText('Calls')).toHaveLength(1);
    await user.click(banner.getByRole('link', { name: 'Usage' }));
    await screen.findByRole('heading', { name: 'Usage' });
  });

  it('gives way to what matters more: that all is used up', async () => {
    const { server } = open('/portal/acme/usage');
    const alerts = [
      reached,
      { ...reached, usageAlertId: 'double', name: 'Twice over', threshold: 200 },
      { ...reached, usageAlertId: 'fair', name: 'Fair use', kind: 'units' as const, threshold: 500 },
    ];
    const used = { ...meter, consumedUnits: 534, creditedUnits: 500, balance: -34, alerts };
    server.answer(`GET ${base}/meters`, CustomerCustomerMeterPage, pageOf(used));
    server.answer(`GET ${base}/meters/calls/quantities`, MeterQuantities, { quantities: [], total: 0 });
    await screen.findByText('Everything that is included has been used.');
    expect(screen.queryByText(/Nearly used up/)).toBeNull();
    screen.getByText('Twice over: 200% of what is included reached.');
    screen.getByText('Fair use: 500 units reached.');
  });
});

describe('the next payment', () => {
  it('is not asked for once a pause comes first', async () => {
    const settings = {
      ...acmeProfile.customerPortalSettings,
      subscription: { allowPause: true, cancellationOffer: null },
    };
    const { server, user } = open('/portal/acme/subscriptions/sub', {
      seller: { ...seller, organization: { ...organization, customerPortalSettings: settings } },
    });
    server.answer(`GET ${one}`, CustomerSubscription, subscription());
    await user.click(await screen.findByRole('button', { name: 'Pause subscription' }));
    await waitFor(() => expect(server.sentTo(`GET ${one}/upcoming`)).toHaveLength(1));
    const pausing = subscription({ pauseAtPeriodEnd: true });
    server.answer(`PATCH ${one}`, CustomerSubscription, pausing);
    server.answer(`GET ${one}`, CustomerSubscription, pausing);
    const dialog = within(screen.getByRole('dialog', { name: 'Pause Pro?', hidden: true }));
    await user.click(dialog.getByRole('button', { name: 'Pause', hidden: true }));
    // The dialog closes when everything has been asked again.
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
    screen.getByText('Pauses soon');
    expect(server.sentTo(`GET ${one}/upcoming`)).toHaveLength(1);
  });

  it('stands beside what was used only for subscriptions that go on', async () => {
    const { server } = open('/portal/acme/usage');
    const part = { id: 'm', createdAt: now, modifiedAt: null, consumedUnits: 0, creditedUnits: 0, amount: 0 };
    const meter = { id: 'meter', createdAt: now, modifiedAt: null, name: 'Calls' };
    const meters = [{ ...part, meterId: 'meter', meter }];
    server.answer(
      `GET ${base}/meters`,
      CustomerCustomerMeterPage,
      pageOf({
        ...part,
        customerId: 'ada',
        meterId: 'meter',
        balance: 0,
        amount: null,
        currency: null,
        alerts: [],
        isStopped: false,
        meter,
      }),
    );
    server.answer(`GET ${base}/meters/m/quantities`, MeterQuantities, { quantities: [], total: 0 });
    server.answer(
      `GET ${base}/subscriptions`,
      CustomerSubscriptionPage,
      pageOf(subscription({ id: 'pausing', meters, pauseAtPeriodEnd: true }), subscription({ meters })),
    );
    await waitFor(() => expect(server.sentTo(`GET ${one}/upcoming`)).toHaveLength(1));
    expect(server.sentTo(`GET ${base}/subscriptions/pausing/upcoming`)).toEqual([]);
  });
});

describe('an order that is not paid', () => {
  const card = { brand: 'visa', last4: '4242', expMonth: 8, expYear: 2031, wallet: null };
  const saved = (id: string, changes: object = {}) => ({
    id,
    createdAt: now,
    modifiedAt: null,
    type: 'card' as const,
    default: id === 'first',
    card: { ...card, ...changes },
  });
  const owed = {
    ...order,
    customer: undefined,
    status: 'pending' as const,
    product,
    subscription: null,
    nextPaymentAttemptAt: null,
    isPayable: true,
  } as unknown as CustomerOrder;
  const methods = `${base}/customers/me/payment-methods`;

  it('may be paid with saved cards that are told apart, and has a number that stays whole', async () => {
    const { server } = open(`/portal/acme/orders/${order.id}`);
    server.answer(`GET ${base}/orders/${order.id}`, CustomerOrder, owed);
    server.answer(
      `GET ${methods}`,
      CustomerPaymentMethodPage,
      pageOf(saved('first'), saved('second', { expYear: 2020 })),
    );
    await screen.findByRole('radio', { name: 'Visa •••• 4242 · Valid until 08/2031', checked: true });
    screen.getByRole('radio', { name: 'Visa •••• 4242 · Expired 08/2020', checked: false });
    const number = screen.getByText('ACME-0001');
    expect(number.parentElement?.textContent).toMatch(/^ACME-0001 · /);
  });

  it.each([
    [
      'another card is needed',
      { needsAnotherCard: true },
      /^\$.* could not be charged, and your card can no longer be charged\. Pay by July 17, 2026 with/,
    ],
    [
      'its bank asks for a confirmation',
      { needsConfirmation: true },
      /^\$.* could not be charged: your bank asks you to confirm the payment\. Pay by July 17, 2026 and/,
    ],
    ['it is tried again', {}, /^\$.* could not be charged\. We will try again on July 17, 2026, or/],
  ])('says what happens next where %s', async (_case, facts, told) => {
    const { server } = open(`/portal/acme/orders/${order.id}`);
    const tried = { ...owed, nextPaymentAttemptAt: new Date('2026-07-17T12:00:00Z'), ...facts };
    server.answer(`GET ${base}/orders/${order.id}`, CustomerOrder, tried);
    server.answer(`GET ${methods}`, CustomerPaymentMethodPage, pageOf(saved('first')));
    await screen.findByText(told);
  });

  it.each([
    [
      'its card is not tried again',
      { needsAnotherCard: true },
      /^Your card can no longer be charged\. Pay by July 17/,
    ],
    [
      'its bank asks',
      { needsConfirmation: true },
      /^Your bank asks you to confirm this payment\. Pay by July 17/,
    ],
  ])('says on the page of its subscription, too, that %s', async (_case, facts, told) => {
    const { server } = open('/portal/acme/subscriptions/sub');
    server.answer(
      `GET ${base}/subscriptions/sub`,
      CustomerSubscription,
      subscription({ status: 'past_due' }),
    );
    const tried = { ...owed, nextPaymentAttemptAt: new Date('2026-07-17T12:00:00Z'), ...facts };
    server.answer(`GET ${base}/orders`, CustomerOrderPage, pageOf(tried));
    await screen.findByText(told);
    expect(screen.queryByText(/try again/)).toBeNull();
  });

  it('asks again what the bank has asked before the page was loaded anew', async () => {
    const { server, user } = open(`/portal/acme/orders/${order.id}`);
    server.answer(`GET ${base}/orders/${order.id}`, CustomerOrder, owed);
    server.answer(`GET ${methods}`, CustomerPaymentMethodPage, pageOf(saved('first')));
    const detail = 'A payment for this order is already in progress.';
    server.refuse(`POST ${base}/orders/${order.id}/confirm-payment`, 409, {
      error: 'PaymentAlreadyInProgress',
      detail,
    });
    const status = {
      ...{ status: 'requires_action' as const, clientSecret: 'pi_open', error: null },
      isRefunded: false,
    };
    server.answer(`GET ${base}/orders/${order.id}/payment-status`, CustomerOrderPaymentStatus, status);
    await screen.findByRole('radio', { name: /^Visa/ });
    await user.click(screen.getByRole('button', { name: /^Pay/ }));
    await screen.findByRole('dialog', { name: /bank/, hidden: true });
    const answer = 'POST /billing/v1/sandbox/payments/pi_open/authenticate';
    server.on(answer, () => ({ status: 200, body: { status: 'succeeded' } }));
    const paid = { ...status, status: 'succeeded' as const, clientSecret: null };
    server.answer(`GET ${base}/orders/${order.id}/payment-status`, CustomerOrderPaymentStatus, paid);
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(server.sentTo(answer)).toHaveLength(1));
  });

  it('tells that the money goes back where the subscription has ended before the bank agreed', async () => {
    const { server, user } = open(`/portal/acme/orders/${order.id}`);
    server.answer(`GET ${base}/orders/${order.id}`, CustomerOrder, owed);
    server.answer(`GET ${methods}`, CustomerPaymentMethodPage, pageOf(saved('first')));
    server.on(`POST ${base}/orders/${order.id}/confirm-payment`, () => ({
      status: 200,
      body: { status: 'processing', client_secret: null, error: null },
    }));
    server.answer(`GET ${base}/orders/${order.id}/payment-status`, CustomerOrderPaymentStatus, {
      ...{ status: 'failed', clientSecret: null, isRefunded: true },
      error: 'The subscription ended before the payment arrived. It is refunded.',
    });
    await screen.findByRole('radio', { name: /^Visa/ });
    await user.click(screen.getByRole('button', { name: /^Pay/ }));
    await screen.findByText(
      'Your subscription ended before the payment arrived. It is refunded to your card.',
    );
    expect(screen.queryByText(/You have not been charged/)).toBeNull();
  });

  it('tells of a card that was declined until another one is chosen', async () => {
    const { server, user } = open(`/portal/acme/orders/${order.id}`);
    server.answer(`GET ${base}/orders/${order.id}`, CustomerOrder, owed);
    server.answer(
      `GET ${methods}`,
      CustomerPaymentMethodPage,
      pageOf(saved('first'), saved('second', { last4: '4444' })),
    );
    server.on(`POST ${base}/orders/${order.id}/confirm-payment`, () => ({
      status: 200,
      body: { status: 'failed', client_secret: null, error: 'card_declined' },
    }));
    await screen.findByRole('radio', { name: /4242/, checked: true });
    await user.click(screen.getByRole('button', { name: /^Pay/ }));
    await screen.findByText(/card was declined/, { selector: 'main *' });
    await user.click(screen.getByRole('radio', { name: /4444/ }));
    expect(screen.queryByText(/card was declined/, { selector: 'main *' })).toBeNull();
  });

  const sums = () => [...document.querySelectorAll('dl dt')].map((name) => name.textContent);

  it.each([
    [{ taxAmount: 160, taxBehavior: 'inclusive' as const }, ['Atlas', 'Tax included', 'Total']],
    [
      { taxAmount: -190, totalAmount: -1190, appliedBalanceAmount: 1190, dueAmount: 0, paid: true },
      ['Atlas', 'Tax', 'Total', 'Your balance', 'Paid'],
    ],
    [
      { appliedBalanceAmount: -400, dueAmount: 600, paid: false },
      ['Atlas', 'Total', 'Your balance', 'Not paid'],
    ],
    [{ refundedAmount: 500 }, ['Atlas', 'Total', 'Refunded']],
  ])('shows amounts that add up to its total: %j', async (changes, lines) => {
    const { server } = open(`/portal/acme/orders/${order.id}`);
    const item = { id: 'item', createdAt: now, modifiedAt: null, label: 'Atlas', amount: 1000, taxAmount: 0 };
    const items = [{ ...item, proration: false, productPriceId: null }];
    const settled = { ...owed, status: 'paid' as const, isPayable: false, items, ...changes };
    server.answer(`GET ${base}/orders/${order.id}`, CustomerOrder, settled);
    await screen.findByText('Total');
    expect(sums().slice(0, lines.length)).toEqual(lines);
  });

  it('leaves the cards of the account with names of their own', async () => {
    const { server, user } = open('/portal/acme/account');
    server.answer(
      `GET ${methods}`,
      CustomerPaymentMethodPage,
      pageOf(saved('first'), saved('second', { expYear: 2033 })),
    );
    await screen.findByRole('button', { name: 'Make Visa •••• 4242 (08/2033) the default' });
    await user.click(screen.getByRole('button', { name: 'Remove Visa •••• 4242 (08/2031)' }));
    await screen.findByRole('dialog', { name: 'Remove Visa •••• 4242 (08/2031)', hidden: true });
  });

  it('says at once why a card has not become the default', async () => {
    const { server, user } = open('/portal/acme/account');
    const second = saved('second', { expYear: 2033 });
    server.answer(`GET ${methods}`, CustomerPaymentMethodPage, pageOf(saved('first'), second));
    server.refuse(`PATCH ${methods}/${second.id}`, 503, {});
    await user.click(
      await screen.findByRole('button', { name: 'Make Visa •••• 4242 (08/2033) the default' }),
    );
    // Another alert may stand in the page: what was announced to readers before.
    const told = await screen.findByText(/^Something went wrong on our side/);
    expect(told.getAttribute('role')).toBe('alert');
  });
});

const grantElsewhere = (changes: object) =>
  ({
    id: 'grant',
    createdAt: now,
    modifiedAt: null,
    grantedAt: now,
    revokedAt: null,
    customerId: 'ada',
    benefitId: 'server',
    subscriptionId: 'sub',
    orderId: null,
    isGranted: true,
    isRevoked: false,
    error: null,
    customer: ada,
    benefit: {
      id: 'server',
      createdAt: now,
      modifiedAt: null,
      type: 'discord',
      description: 'Our server',
      selectable: true,
      deletable: true,
      organizationId: 'acme',
      metadata: {},
      organization,
      properties: { guildId: '1' },
    },
    properties: { accountId: '2' },
    ...changes,
  }) as unknown as CustomerBenefitGrant;
const connected = {
  ...ada,
  oauthAccounts: {
    'discord:1': { accountId: '1', accountUsername: 'ada' },
    'discord:2': { accountId: '2', accountUsername: 'lovelace' },
    'github:1': { accountId: '1', accountUsername: 'octocat' },
  },
};

describe('access elsewhere', () => {
  it('names the account that is let in, and can be given to another one', async () => {
    const { server, user } = open('/portal/acme/benefits');
    server.answer(`GET ${base}/customers/me`, CustomerPortalCustomer, connected);
    server.answer(`GET ${base}/benefit-grants`, CustomerBenefitGrantPage, pageOf(grantElsewhere({})));
    await screen.findByText(/You have access on Discord as lovelace\./);
    // Bought twice, it is there once, and no page of the list stands there for its repetitions.
    expect(server.sentTo(`GET ${base}/benefit-grants`)[0]?.query.get('one_per_benefit')).toBe('true');
    server.answer(`PATCH ${base}/benefit-grants/grant`, CustomerBenefitGrant, grantElsewhere({}));
    await user.click(await screen.findByRole('button', { name: 'Use the account ada' }));
    expect(screen.queryByRole('button', { name: /octocat/ })).toBeNull();
    await waitFor(() =>
      expect(server.sentTo(`PATCH ${base}/benefit-grants/grant`)[0]?.body).toEqual({
        benefit_type: 'discord',
        properties: { account_id: '1' },
      }),
    );
  });
});

describe('access elsewhere that is missing', () => {
  it.each([
    ['BenefitActionRequiredError', {}, /^Connect your Discord account to get access\.$/],
    ['BenefitActionRequiredError', connected, /^Discord did not let this account in\./],
    ['BenefitRefusedError', connected, /^Acme has to correct something on Discord/],
    ['BenefitRetriableError', connected, /^Discord could not be reached\./],
  ])('says what the customer can do: %s', async (type, accounts, words) => {
    const { server } = open('/portal/acme/benefits');
    server.answer(`GET ${base}/customers/me`, CustomerPortalCustomer, { ...ada, ...accounts });
    const error = { type, message: "Move the bot's own role above it.", timestamp: now.toISOString() };
    const pending = grantElsewhere({ isGranted: false, grantedAt: null, properties: {}, error });
    server.answer(`GET ${base}/benefit-grants`, CustomerBenefitGrantPage, pageOf(pending));
    await screen.findByText(words);
    expect(screen.queryByText(/Move the bot/)).toBeNull();
  });

  it.each([
    ['access_denied', 'You did not grant access there, so no account was connected.'],
    ['connection_failed', 'The account could not be connected. Try again.'],
  ])('says why nothing was connected: %s', async (error, words) => {
    open(`/portal/acme/benefits?error=${error}`);
    expect((await screen.findByText(words)).getAttribute('role')).toBe('alert');
  });
});

describe('access elsewhere in the session of a checkout', () => {
  it('asks to sign in, since it may connect no account', async () => {
    const { server, user } = open('/portal/acme/benefits');
    server.refuse(`GET ${base}/customers/me`, 403, { error: 'NotPermitted' });
    server.on(`DELETE ${base}/customer-session`, done);
    const error = { type: 'BenefitActionRequiredError', message: 'Connect.', timestamp: now.toISOString() };
    const pending = grantElsewhere({ isGranted: false, grantedAt: null, properties: {}, error });
    server.answer(`GET ${base}/benefit-grants`, CustomerBenefitGrantPage, pageOf(pending));
    await screen.findByText('Sign in by e-mail first, then connect your Discord account to get access.');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByLabelText('E-mail');
  });
});

describe('the way back', () => {
  it('leads to where the seller’s site has sent its customer from', async () => {
    open('/portal/acme');
    const link = await screen.findByRole('link', { name: /Back to Acme/ });
    expect(link.getAttribute('href')).toBe('https://acme.example/back');
  });
});

describe('another language', () => {
  it('is spoken on all pages', async () => {
    await startI18n('de');
    open('/portal/acme');
    await screen.findByRole('heading', { name: 'Guten Tag, Ada' });
    await screen.findByText(/Verlängert sich am 15\. Juli 2026/);
    screen.getByRole('link', { name: 'Bestellungen' });
  });
});

/** Puts Stripe into the page; returns what the page has asked it for. */
const createStripe = () => {
  const asked: { keys: string[]; dues: object[]; tokens: object[]; secrets: string[] } = {
    keys: [],
    dues: [],
    tokens: [],
    secrets: [],
  };
  const elements = {
    create: () => ({ mount: (place: HTMLElement) => place.append('Card number'), destroy: () => undefined }),
    update: (due: object) => asked.dues.push(due),
    submit: async () => ({}),
  };
  const stripe = {
    elements: (due: object) => {
      asked.dues.push(due);
      return elements;
    },
    createConfirmationToken: async ({ params }: { params: object }) => {
      asked.tokens.push(params);
      return { confirmationToken: { id: 'ctoken_1' } };
    },
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) => {
      asked.secrets.push(clientSecret);
      return {};
    },
    _registerWrapper: () => undefined,
  };
  const open = (key: string) => {
    asked.keys.push(key);
    return stripe;
  };
  haveStripe(open);
  return asked;
};

describe('what could not be loaded because the server was in trouble', () => {
  it('is there once it can be, without a press', async () => {
    jest.useFakeTimers();
    try {
      const { server } = open('/portal/acme/subscriptions');
      server.refuse(`GET ${base}/subscriptions`, 503);
      await act(() => jest.advanceTimersByTimeAsync(1_000));
      screen.getByRole('button', { name: 'Try again' });
      server.answer(`GET ${base}/subscriptions`, CustomerSubscriptionPage, pageOf(subscription()));
      await act(() => jest.advanceTimersByTimeAsync(10_000));
      screen.getByRole('link', { name: /Pro/ });
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('a saved card that cannot be removed', () => {
  const methods = `${base}/customers/me/payment-methods`;
  const card = { brand: 'visa', last4: '4242', expMonth: 8, expYear: 2031, wallet: null };
  const kept = { id: 'kept', createdAt: now, type: 'card' as const, default: true, card };

  it.each([
    [429, 'TooManyRequests', /^Too many attempts/],
    [400, 'PaymentMethodInUseByActiveSubscription', /^This card pays for a current subscription/],
  ])('is said to be needed only where it is: %s %s', async (status, error, words) => {
    const { server, user } = open('/portal/acme/account');
    server.answer(`GET ${methods}`, CustomerPaymentMethodPage, pageOf(kept));
    server.refuse(`DELETE ${methods}/kept`, status, { error, detail: 'No.' });
    await user.click(await screen.findByRole('button', { name: /^Remove/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await dialog.findByText(words);
  });
});

describe('a card that is given to Stripe', () => {
  const methods = `${base}/customers/me/payment-methods`;
  const card = { brand: 'visa', last4: '4242', expMonth: 8, expYear: 2031, wallet: null };
  const kept = { id: 'kept', createdAt: now, type: 'card' as const, default: true, card };
  const setup = { id: 'setup', createdAt: now, type: 'card' as const, default: false };
  const paidAtStripe = {
    ...seller,
    paymentProcessor: { processor: 'stripe', publishable_key: 'pk_test_1' },
  };

  const openAtStripe = async () => {
    const asked = createStripe();
    const { server, user } = open('/portal/acme/account', { seller: paidAtStripe });
    server.answer(`GET ${methods}`, CustomerPaymentMethodPage, pageOf());
    await user.click(await screen.findByRole('button', { name: 'Add card' }));
    await screen.findByText('Card number');
    return { asked, server, user };
  };

  it('is typed into its form, and its bank asks in a frame of Stripe’s', async () => {
    const { asked, server, user } = await openAtStripe();
    expect(asked).toMatchObject({ keys: ['pk_test_1'], dues: [{ mode: 'setup', currency: 'usd' }] });
    // The form begins with the card, whose fields are in a frame.
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Card' }));
    const save = screen.getByRole('button', { name: 'Save card' });
    await user.click(save);
    await screen.findByText('Enter the name on the card.');
    expect(asked.tokens).toEqual([]);
    server.answer(`POST ${methods}`, CustomerPaymentMethodSetup, {
      ...setup,
      status: 'requires_action',
      clientSecret: 'seti_1_secret_1',
    });
    server.answer(`POST ${methods}/confirm`, CustomerPaymentMethodSetup, {
      ...kept,
      status: 'succeeded',
      clientSecret: null,
    });
    server.answer(`GET ${methods}`, CustomerPaymentMethodPage, pageOf(kept));
    await user.type(screen.getByLabelText('Name on card'), 'Ada Lovelace');
    await user.click(save);
    await screen.findByText(/4242/);
    expect(asked.tokens).toMatchObject([
      { payment_method_data: { billing_details: { name: 'Ada Lovelace' } } },
    ]);
    expect(asked.secrets).toEqual(['seti_1_secret_1']);
    expect(server.sentTo(`POST ${methods}`)).toMatchObject([
      { body: { confirmation_token_id: 'ctoken_1', set_default: true } },
    ]);
    expect(server.sentTo(`POST ${methods}/confirm`)).toMatchObject([{ body: { setup_intent_id: 'setup' } }]);
  });

  it('may be declined, and another one typed', async () => {
    const { server, user } = await openAtStripe();
    server.refuse(`POST ${methods}`, 422, {
      error: 'RequestValidationError',
      detail: [
        { loc: ['body', 'confirmation_token_id'], msg: 'Your card was declined.', type: 'value_error' },
      ],
    });
    await user.type(screen.getByLabelText('Name on card'), 'Ada Lovelace');
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    const refusal = await screen.findByText('Your bank has declined this card. Use another one.');
    // Above the button that is pressed again, and beside it the way out.
    const save = screen.getByRole('button', { name: 'Save card' });
    expect(refusal.compareDocumentPosition(save)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(save.nextElementSibling?.textContent).toBe('Close');
  });
});

describe('the session of a single checkout', () => {
  it('shows that purchase, and how to see the rest', async () => {
    const { server, user } = open('/portal/acme/account');
    server.refuse(`GET ${base}/customers/me`, 403, { error: 'NotPermitted' });
    server.on(`DELETE ${base}/customer-session`, done);
    await screen.findByText('Only this purchase is shown');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByLabelText('E-mail');
  });
});

describe('the keyboard', () => {
  it('goes along to the page of what was chosen from a list', async () => {
    const { server, user } = open('/portal/acme/subscriptions');
    server.answer(`GET ${one}`, CustomerSubscription, subscription());
    await user.click(await screen.findByRole('link', { name: /Pro/ }));
    const title = await screen.findByRole('heading', { level: 1, name: 'Pro' });
    await waitFor(() => expect(document.activeElement).toBe(title));
  });

  it('goes into a form that is opened, and stays at its part when that is closed', async () => {
    const { server, user } = open('/portal/acme/account');
    server.refuse(`GET ${base}/customers/me/payment-methods`, 404);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Name/)));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    const part = await screen.findByRole('heading', { name: 'Your details' });
    await waitFor(() => expect(document.activeElement).toBe(part));
  });
});
