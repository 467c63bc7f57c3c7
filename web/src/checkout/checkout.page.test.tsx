import { jest } from '@jest/globals';
import { CheckoutPublic } from '@tessera/proto/api/billing/checkout';
import { Purchase } from '@tessera/proto/api/billing/purchase';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { acmeProfile } from '../test/people.ts';
import { createServer, refusal, reply } from '../test/server.ts';
import { haveStripe } from '../test/stripe.ts';
import { CheckoutPage } from './CheckoutPage.tsx';
import { startI18n } from './i18n.ts';

beforeEach(() => startI18n('en'));
afterEach(() => {
  jest.restoreAllMocks();
  sessionStorage.clear();
});

const now = new Date('2026-06-15T12:00:00Z');
const forum = {
  id: 'forum',
  createdAt: now,
  modifiedAt: null,
  type: 'custom',
  description: 'Private forum',
  selectable: true,
  deletable: true,
  organizationId: 'acme',
} as const;

const price = {
  id: 'price',
  createdAt: now,
  modifiedAt: null,
  isArchived: false,
  productId: 'course',
  type: 'one_time',
  recurringInterval: null,
  amountType: 'custom',
  priceCurrency: 'usd',
  minimumAmount: 500,
  maximumAmount: null,
  presetAmount: 1000,
} as const;

const product: CheckoutPublic['product'] = {
  id: 'course',
  createdAt: now,
  modifiedAt: null,
  name: 'Course',
  description: null,
  isRecurring: false,
  isArchived: false,
  recurringInterval: null,
  recurringIntervalCount: null,
  trialInterval: null,
  trialIntervalCount: null,
  trialRequiresPaymentMethod: true,
  organizationId: 'acme',
  isTaxApplicable: true,
  taxBehavior: 'exclusive',
  prices: [price],
  benefits: [forum],
  medias: [],
} as CheckoutPublic['product'];

const checkout = (changes: Partial<CheckoutPublic> = {}): CheckoutPublic =>
  ({
    id: 'checkout',
    createdAt: now,
    modifiedAt: now,
    customFieldData: {},
    paymentProcessor: 'stripe',
    status: 'open',
    clientSecret: 'secret',
    url: 'http://localhost:3000/checkout/secret',
    expiresAt: now,
    successUrl: 'http://localhost:3000/checkout/secret/confirmation',
    embedOrigin: null,
    locale: null,
    productDescriptionHtml: null,
    customFieldWords: [],
    amount: 1000,
    discountAmount: 0,
    netAmount: 1000,
    taxAmount: 0,
    taxBehavior: 'exclusive',
    taxabilityReason: null,
    taxBreakdown: [],
    totalAmount: 1000,
    currency: 'usd',
    productId: product.id,
    productPriceId: price.id,
    discountId: null,
    allowDiscountCodes: true,
    requireBillingAddress: false,
    isDiscountApplicable: true,
    isFreeProductPrice: false,
    isPaymentRequired: true,
    isPaymentSetupRequired: false,
    isPaymentFormRequired: true,
    allowTrial: true,
    trialInterval: null,
    trialIntervalCount: null,
    activeTrialInterval: null,
    activeTrialIntervalCount: null,
    trialEnd: null,
    customerId: null,
    isBusinessCustomer: false,
    customerName: 'Grace',
    customerEmail: 'grace@example.com',
    customerIpAddress: null,
    customerBillingName: null,
    customerBillingAddress: {
      country: 'FR',
      line1: null,
      line2: null,
      postalCode: null,
      city: null,
      state: null,
    },
    customerTaxId: null,
    paymentProcessorMetadata: {},
    customerBillingAddressFields: {
      country: true,
      state: false,
      city: false,
      postalCode: false,
      line1: false,
      line2: false,
    },
    products: [product],
    product,
    productPrice: price,
    discount: null,
    attachedCustomFields: [],
    organization: { ...acmeProfile, email: 'help@acme.example', website: null },
    ...changes,
  }) as CheckoutPublic;

const route = 'GET /billing/v1/checkouts/client/secret';
const open = (prepare: (server: ReturnType<typeof createServer>) => void, isReturn = false) => {
  const server = createServer();
  prepare(server);
  globalThis.fetch = server.fetch;
  const page = render(<CheckoutPage clientSecret="secret" isReturn={isReturn} />);
  return { server, user: userEvent.setup(), leave: page.unmount };
};

describe('an offer that was changed elsewhere, as in another tab', () => {
  const fixed = { ...price, amountType: 'fixed', priceAmount: 1000 } as const;
  const sold = { ...product, prices: [fixed] } as unknown as CheckoutPublic['product'];
  const of = (changes: Partial<CheckoutPublic>) =>
    checkout({
      isPaymentFormRequired: false,
      product: sold,
      products: [sold],
      productPrice: fixed as unknown as CheckoutPublic['productPrice'],
      ...changes,
    });

  it('is shown before anything is charged', async () => {
    const confirm = 'POST /billing/v1/checkouts/client/secret/confirm';
    const { server, user } = open((known) =>
      known.answer(route, CheckoutPublic, of({ discountAmount: 500, netAmount: 500, totalAmount: 500 })),
    );
    const pay = await screen.findByRole('button', { name: 'Pay $5.00' });
    server.answer(route, CheckoutPublic, of({}));
    server.refuse(confirm, 400, { error: 'PaymentError', detail: 'Declined.' });
    await user.click(pay);
    await screen.findByText('The price has changed in the meantime. Check it again, then pay.');
    expect(server.sentTo(confirm)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Pay $10.00' }));
    await screen.findByText(/Your card was declined/);
    expect(server.sentTo(confirm)).toHaveLength(1);
  });
});

describe('a checkout that was finished in another tab', () => {
  const free = { isPaymentFormRequired: false } as const;
  const confirm = 'POST /billing/v1/checkouts/client/secret/confirm';
  const finish = (server: ReturnType<typeof createServer>) => {
    server.answer(route, CheckoutPublic, checkout({ ...free, status: 'succeeded' }));
    server.refuse(`${route}/purchase`, 404);
  };

  it('shows that as soon as the buyer comes back to this one', async () => {
    const { server } = open((known) => known.answer(route, CheckoutPublic, checkout(free)));
    await screen.findByRole('button', { name: 'Pay $10.00' });
    finish(server);
    fireEvent.focus(window);
    await screen.findByRole('heading', { name: 'Thank you for your purchase' });
    expect(screen.getByRole('status').textContent).toMatch(/already complete. Nothing was charged again/);
  });

  it('is not paid again, and says so', async () => {
    const { server, user } = open((known) => known.answer(route, CheckoutPublic, checkout(free)));
    const pay = await screen.findByRole('button', { name: 'Pay $10.00' });
    finish(server);
    await user.click(pay);
    await screen.findByRole('heading', { name: 'Thank you for your purchase' });
    await screen.findByText(/already complete/);
    expect(server.sentTo(confirm)).toEqual([]);
  });

  it('keeps its form, and what was typed, while it is open', async () => {
    const { server } = open((known) => known.answer(route, CheckoutPublic, checkout()));
    const number = await screen.findByLabelText<HTMLInputElement>('Card number');
    fireEvent.change(number, { target: { value: '4242' } });
    const before = server.sentTo(route).length;
    fireEvent.focus(window);
    await waitFor(() => expect(server.sentTo(route)).toHaveLength(before + 1));
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4242');
  });
});

describe('a payment without an answer', () => {
  const confirm = 'POST /billing/v1/checkouts/client/secret/confirm';

  it('can be tried again, as the same request', async () => {
    const { server, user } = open((known) =>
      known.answer(route, CheckoutPublic, checkout({ isPaymentFormRequired: false })),
    );
    const pay = await screen.findByRole('button', { name: 'Pay $10.00' });
    server.on(confirm, () => {
      server.refuse(route, 504);
      return { status: 504, body: {} };
    });
    await user.click(pay);
    await screen.findByText(/do not know yet whether this payment arrived.*charged only once/);
    server.answer(route, CheckoutPublic, checkout({ isPaymentFormRequired: false }));
    await user.click(screen.getByRole('button', { name: 'Pay $10.00' }));
    await waitFor(() => expect(server.sentTo(confirm)).toHaveLength(2));
    const keys = server.sentTo(confirm).map(({ repeatKey }) => repeatKey);
    expect([keys[0] !== null, keys[1]]).toEqual([true, keys[0]]);
  });
});

describe('a date of which a part was typed', () => {
  it('is asked for anew, though it may be left out', async () => {
    const customField = {
      id: 'start',
      createdAt: now,
      modifiedAt: null,
      metadata: {},
      slug: 'start',
      name: 'Start',
      type: 'date' as const,
      organizationId: 'acme',
      properties: {},
    };
    const attached = { customFieldId: 'start', order: 0, required: false, customField };
    const { server, user } = open((known) =>
      known.answer(
        route,
        CheckoutPublic,
        checkout({
          isPaymentFormRequired: false,
          attachedCustomFields: [attached],
        }),
      ),
    );
    const field = await screen.findByLabelText<HTMLInputElement>(/^Start/);
    // As in a browser in which only the day was typed.
    Object.defineProperty(field, 'validity', { value: { badInput: true } });
    await user.click(screen.getByRole('button', { name: 'Pay $10.00' }));
    await screen.findByText('Enter the whole date.');
    expect(server.sentTo('POST /billing/v1/checkouts/client/secret/confirm')).toEqual([]);
  });
});

describe('what the total depends on, told without success', () => {
  const confirm = 'POST /billing/v1/checkouts/client/secret/confirm';
  const inCountry = (country: string, changes: object = {}) =>
    checkout({
      customerBillingAddress: {
        country,
        line1: null,
        line2: null,
        postalCode: null,
        city: null,
        state: null,
      } as CheckoutPublic['customerBillingAddress'],
      ...changes,
    });
  const openWithCard = async () => {
    const page = open((known) => known.answer(route, CheckoutPublic, inCountry('FR')));
    await page.user.type(await screen.findByLabelText('Card number'), '4242424242424242');
    await page.user.type(screen.getByLabelText('Expiry'), '1240');
    await page.user.type(screen.getByLabelText('Security code'), '123');
    page.server.on('POST /billing/v1/sandbox/confirmation-tokens', () => ({
      status: 200,
      body: { id: 'tok' },
    }));
    page.server.refuse(confirm, 400, { error: 'PaymentError', detail: 'Your card was declined.' });
    page.server.refuse(patch, 429);
    return page;
  };

  it('is told again before anything is charged: another total is seen first', async () => {
    const { server, user } = await openWithCard();
    await user.selectOptions(screen.getByLabelText('Country'), 'Germany');
    await screen.findByText(/^Too many attempts/);
    for (const line of [patch, route])
      server.answer(line, CheckoutPublic, inCountry('DE', { taxAmount: 190, totalAmount: 1190 }));
    await user.click(screen.getByRole('button', { name: 'Pay $10.00' }));
    await screen.findByText('Your details have changed the total. Check it again, then pay.');
    expect(server.sentTo(confirm)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Pay $11.90' }));
    await screen.findByText(/Your card was declined/);
  });

  it('holds the payment for as long as it cannot be told', async () => {
    const { server, user } = await openWithCard();
    await user.selectOptions(screen.getByLabelText('Country'), 'Germany');
    await screen.findByText(/^Too many attempts/);
    const before = server.sentTo(patch).length;
    await user.click(screen.getByRole('button', { name: 'Pay $10.00' }));
    await waitFor(() => expect(server.sentTo(patch).length).toBeGreaterThan(before));
    await screen.findByText(/^Too many attempts/);
    await screen.findByRole('button', { name: 'Pay $10.00' });
    expect(server.sentTo(confirm)).toEqual([]);
  });

  it('is told again where it is the amount, and the tax on top of it is seen first', async () => {
    const { server, user } = await openWithCard();
    const amount = screen.getByLabelText('Amount');
    await user.clear(amount);
    await user.type(amount, '50');
    await user.tab();
    await screen.findByText(/^Too many attempts/);
    const taxed = { amount: 5000, netAmount: 5000, taxAmount: 1000, totalAmount: 6000 };
    for (const line of [patch, route]) server.answer(line, CheckoutPublic, inCountry('FR', taxed));
    await user.click(screen.getByRole('button', { name: 'Pay $10.00' }));
    await screen.findByText('Your details have changed the total. Check it again, then pay.');
    expect(server.sentTo(confirm)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Pay $60.00' }));
    await screen.findByText(/Your card was declined/);
  });
});

describe('an amount that the customer names', () => {
  it('holds the pay button, with the reason, until the seller takes it', async () => {
    const { server, user } = open((known) => known.answer(route, CheckoutPublic, checkout()));
    const amount = await screen.findByLabelText('Amount');
    const isHeld = () => screen.getByRole('button', { name: /^Pay/ }).getAttribute('aria-disabled');
    expect(isHeld()).toBe('false');
    await user.clear(amount);
    await user.type(amount, '4.99');
    expect(isHeld()).toBe('true');
    screen.getByText('The minimum is $5.00.');
    await user.click(screen.getByRole('button', { name: /^Pay/ }));
    expect(server.sentTo('POST /billing/v1/sandbox/confirmation-tokens')).toEqual([]);
    server.answer(
      'PATCH /billing/v1/checkouts/client/secret',
      CheckoutPublic,
      checkout({ amount: 500, netAmount: 500, totalAmount: 500 }),
    );
    await user.clear(amount);
    await user.type(amount, '5');
    await user.tab();
    await screen.findByRole('button', { name: 'Pay $5.00' });
    expect(isHeld()).toBe('false');
  });
});

/** What the page has asked Stripe for. */
const asked: { key: string; elements: object[]; tokens: object[] } = { key: '', elements: [], tokens: [] };
const stripeElements = {
  create: () => ({ mount: (place: HTMLElement) => place.append('Card number'), destroy: () => undefined }),
  update: (options: object) => asked.elements.push(options),
  submit: async () => ({}),
};
const stripe = {
  elements: (options: object) => {
    asked.elements.push(options);
    return stripeElements;
  },
  createConfirmationToken: async ({ params }: { params: object }) => {
    asked.tokens.push(params);
    return { confirmationToken: { id: 'ctoken_1' } };
  },
  handleNextAction: () => atStripe.ask(),
  _registerWrapper: () => undefined,
};
const loadStripe = (key: string) => {
  if (!atStripe.isReachable) throw new Error('Failed to load Stripe.js');
  asked.key = key;
  return stripe;
};
/** Whether Stripe answers, and what becomes of a bank's question. */
const atStripe = { isReachable: true, ask: async (): Promise<object> => ({}) };

describe('a checkout at Stripe', () => {
  const fixed = { ...price, amountType: 'fixed', priceAmount: 1000 } as const;
  const euros = { ...fixed, id: 'euros', priceCurrency: 'eur', priceAmount: 900 } as const;
  const sold = { ...product, prices: [fixed, euros] } as unknown as CheckoutPublic['product'];
  const soldAtStripe = (changes: Partial<CheckoutPublic> = {}) =>
    checkout({
      paymentProcessorMetadata: { processor: 'stripe', publishable_key: 'pk_test_1' },
      product: sold,
      products: [sold],
      productPrice: fixed as unknown as CheckoutPublic['productPrice'],
      ...changes,
    });
  beforeEach(() => {
    Object.assign(asked, { key: '', elements: [], tokens: [] });
    atStripe.isReachable = true;
    haveStripe(loadStripe);
  });

  it('shows its card form, tells it what is due in another currency, and pays by its token', async () => {
    const { server, user } = open((known) => known.answer(route, CheckoutPublic, soldAtStripe()));
    await screen.findByText('Card number');
    expect(asked).toMatchObject({
      key: 'pk_test_1',
      elements: [{ mode: 'payment', amount: 1000, currency: 'usd' }],
    });
    const inEuros = soldAtStripe({
      currency: 'eur',
      amount: 900,
      netAmount: 900,
      totalAmount: 900,
      productPriceId: euros.id,
      productPrice: euros as unknown as CheckoutPublic['productPrice'],
    });
    for (const line of [route, 'PATCH /billing/v1/checkouts/client/secret'])
      server.answer(line, CheckoutPublic, inEuros);
    await user.selectOptions(screen.getByLabelText('Currency'), 'EUR · Euro');
    await screen.findByRole('button', { name: 'Pay €9.00' });
    expect(asked.elements.at(-1)).toMatchObject({ mode: 'payment', amount: 900, currency: 'eur' });
    server.refuse('POST /billing/v1/checkouts/client/secret/confirm', 400, {
      error: 'PaymentError',
      detail: 'Your card was declined.',
    });
    await user.click(screen.getByRole('button', { name: 'Pay €9.00' }));
    await screen.findByText(/Your card was declined/);
    expect(server.sentTo('POST /billing/v1/checkouts/client/secret/confirm')).toMatchObject([
      { body: { confirmation_token_id: 'ctoken_1' } },
    ]);
    expect(asked.tokens).toMatchObject([
      { payment_method_data: { billing_details: { name: 'Grace', email: 'grace@example.com' } } },
    ]);
  });

  it('keeps the card where nothing is paid today', async () => {
    open((known) =>
      known.answer(
        route,
        CheckoutPublic,
        soldAtStripe({ isPaymentRequired: false, isPaymentSetupRequired: true }),
      ),
    );
    await screen.findByText('Card number');
    expect(asked.elements).toMatchObject([{ mode: 'setup', currency: 'usd' }]);
  });

  it('opens its card form once Stripe can be reached again, without a reload of the page', async () => {
    atStripe.isReachable = false;
    const { user } = open((known) => known.answer(route, CheckoutPublic, soldAtStripe()));
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('alert').textContent).toMatch(/^Something went wrong/);
    await user.click(again);
    await screen.findByRole('button', { name: 'Try again' });
    atStripe.isReachable = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const form = await screen.findByText('Card number');
    expect(screen.queryByRole('alert')).toBeNull();
    // The pressed button is gone.
    expect(document.activeElement).toBe(form);
  });

  it('asks again what the bank could not ask', async () => {
    let asks = 0;
    atStripe.ask = () => {
      asks += 1;
      return asks === 1 ? Promise.reject(new Error('no connection')) : new Promise(() => undefined);
    };
    const asking = soldAtStripe({
      status: 'confirmed',
      paymentProcessorMetadata: {
        processor: 'stripe',
        publishable_key: 'pk_test_1',
        intent_status: 'requires_action',
        intent_client_secret: 'pi_secret',
      },
    });
    const { user } = open((known) => known.answer(route, CheckoutPublic, asking));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(asks).toBe(2);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('the confirmation', () => {
  const paid = checkout({ status: 'succeeded' });
  const purchase: Purchase = {
    checkout: paid,
    orderId: 'order',
    invoiceNumber: 'ACME-0042',
    benefits: [],
    toConnect: [],
    isGranted: false,
  };
  const granted = {
    id: forum.id,
    type: 'custom',
    description: 'Private forum',
    note: 'Join at https://forum.example/join, code 42',
    files: [],
    licenseKeys: [],
  } satisfies Purchase['benefits'][number];

  it('shows what was granted as soon as it is, with links to follow', async () => {
    const { server } = open((known) => {
      known.answer(route, CheckoutPublic, paid);
      known.answer(`${route}/purchase`, Purchase, purchase);
    });
    await screen.findByText('Preparing…');
    server.answer(`${route}/purchase`, Purchase, { ...purchase, benefits: [granted], isGranted: true });
    const link = await screen.findByRole('link', { name: 'https://forum.example/join' });
    expect(link.getAttribute('href')).toBe('https://forum.example/join');
    expect(screen.queryByText('Preparing…')).toBeNull();
    screen.getByText('ACME-0042');
    expect(screen.queryByText(paid.id)).toBeNull();
    expect(screen.getByRole('link', { name: 'help@acme.example' }).getAttribute('href')).toBe(
      'mailto:help@acme.example',
    );
  });

  it('reads from left to right also where what was bought is named in Hebrew', async () => {
    const named = { ...paid, product: { ...paid.product, name: 'דוד' } };
    open((known) => {
      known.answer(route, CheckoutPublic, named);
      known.answer(`${route}/purchase`, Purchase, { ...purchase, checkout: named });
    });
    const text = await screen.findByText(/^\u2068דוד\u2069 is yours\./);
    expect(text.closest('[dir]')?.getAttribute('dir') ?? 'ltr').toBe('ltr');
  });

  it('says that an account is to be connected for access elsewhere', async () => {
    const toConnect = [{ id: forum.id, type: 'discord' as const, description: 'Our server' }];
    open((known) => {
      known.answer(route, CheckoutPublic, paid);
      known.answer(`${route}/purchase`, Purchase, { ...purchase, toConnect, isGranted: true });
    });
    await screen.findByText('Our server');
    screen.getByText('Connect your Discord account to get access: choose “See all your purchases” below.');
  });

  it('hands out files and keys, by links that are as new as the click', async () => {
    const file = { id: 'book', name: 'Book.pdf', version: null, size: 11_010_048, sizeReadable: '10.0 MB' };
    const handing = (at: string): Purchase => ({
      ...purchase,
      benefits: [
        { ...granted, type: 'downloadables', files: [{ ...file, url: `http://localhost/${at}` }] },
        { ...granted, id: 'key', type: 'license_keys', licenseKeys: ['BOOK-1234'] },
      ],
      isGranted: true,
    });
    const followed: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      followed.push(this.href);
    });
    const { server, user } = open((known) => {
      known.answer(route, CheckoutPublic, paid);
      known.answer(`${route}/purchase`, Purchase, handing('old'));
    });
    await screen.findByText('BOOK-1234');
    screen.getByText('10.5 MB');
    server.answer(`${route}/purchase`, Purchase, handing('new'));
    await user.click(screen.getByRole('button', { name: 'Download Book.pdf' }));
    await waitFor(() => expect(followed).toEqual(['http://localhost/new']));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await screen.findByText('Copied');
    expect(await navigator.clipboard.readText()).toBe('BOOK-1234');
    server.answer(`${route}/purchase`, Purchase, { ...purchase, isGranted: true });
    await user.click(screen.getByRole('button', { name: 'Download Book.pdf' }));
    await screen.findByText('This file is no longer available.');
  });

  const vat = { type: 'vat', country: 'DE', state: null, percentage: '19', amount: 160 };

  it.each([
    [{ taxBehavior: 'inclusive', taxAmount: 160, taxBreakdown: [vat] }, 'Tax included (19%)', '$10.00'],
    [{ taxabilityReason: 'reverse_charge' }, 'Tax (reverse charge)', '$10.00'],
    [{ totalAmount: 20, isPaymentRequired: false }, 'Too small to charge', '$0.00'],
  ])('has a receipt that adds up: %j', async (changes, label, total) => {
    const sold = { ...paid, ...changes } as CheckoutPublic;
    open((known) => {
      known.answer(route, CheckoutPublic, sold);
      known.answer(`${route}/purchase`, Purchase, { ...purchase, checkout: sold });
    });
    await screen.findByText(label);
    expect(screen.getByText('Total paid').nextElementSibling?.textContent).toBe(total);
  });

  it.each([
    ['France', true],
    [null, false],
  ])('is billed to %s, where an address was asked for: %s', async (country, isPaymentFormRequired) => {
    const sold = { ...paid, isPaymentFormRequired };
    open((known) => {
      known.answer(route, CheckoutPublic, sold);
      known.answer(`${route}/purchase`, Purchase, { ...purchase, checkout: sold });
    });
    const billed = (await screen.findByText('Billed to')).nextElementSibling;
    expect(billed?.textContent).toBe(`Grace${country ?? ''}`);
  });

  it('is still there when the checkout has expired', async () => {
    open((known) => {
      known.refuse(route, 410, { error: 'ExpiredCheckoutError', detail: 'Expired' });
      known.answer(`${route}/purchase`, Purchase, { ...purchase, benefits: [granted], isGranted: true });
    }, true);
    await screen.findByText('Thank you for your purchase');
    await waitFor(() => screen.getByRole('link', { name: 'https://forum.example/join' }));
  });
});

describe('whoever has bought here before', () => {
  const mail = 'POST /billing/v1/checkouts/client/secret/purchases-mail';

  it('is sent the links to it, and told nothing', async () => {
    const { server, user } = open((known) => {
      known.answer(route, CheckoutPublic, checkout());
      known.on(mail, () => ({ status: 204, body: null }));
    });
    await user.click(await screen.findByRole('button', { name: 'E-mail me my purchases' }));
    await screen.findByText(
      /^If grace@example.com has bought from .* an e-mail with the links is on its way/,
    );
    expect(server.sentTo(mail).map(({ body }) => body)).toEqual([{ email: 'grace@example.com' }]);
  });

  it('names the address first', async () => {
    const { server, user } = open((known) =>
      known.answer(route, CheckoutPublic, checkout({ customerEmail: null })),
    );
    await user.click(await screen.findByRole('button', { name: 'E-mail me my purchases' }));
    await screen.findByText('Enter the e-mail address you used to buy.');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('E-mail')));
    expect(server.sentTo(mail)).toEqual([]);
  });
});

const patch = 'PATCH /billing/v1/checkouts/client/secret';
const half = {
  id: 'half',
  name: 'Half price',
  code: 'HALF',
  type: 'percentage',
  duration: 'once',
  basisPoints: 5000,
} as const;

describe('a discount code', () => {
  it('is refused in words, then taken, and taken away again', async () => {
    const { server, user } = open((known) => known.answer(route, CheckoutPublic, checkout()));
    const detail = [{ loc: ['body', 'discount_code'], msg: 'Discount does not exist.', type: 'value_error' }];
    server.refuse(patch, 422, { error: 'RequestValidationError', detail });
    await user.click(await screen.findByRole('button', { name: 'Add a discount code' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Discount code')));
    // As East Asian keyboards type it.
    await user.type(screen.getByLabelText('Discount code'), 'ｈａｌｆ{Enter}');
    await screen.findByText('This code does not exist, or does not apply here.');
    const cheaper = {
      discount: half,
      discountId: 'half',
      discountAmount: 500,
      netAmount: 500,
      totalAmount: 500,
    };
    server.answer(patch, CheckoutPublic, checkout(cheaper));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText('Discount (50%)');
    screen.getByRole('button', { name: 'Pay $5.00' });
    const remove = screen.getByRole('button', { name: 'Remove the discount HALF' });
    expect(document.activeElement).toBe(remove);
    server.answer(patch, CheckoutPublic, checkout());
    await user.click(remove);
    await screen.findByRole('button', { name: 'Pay $10.00' });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a discount code' }));
    expect(server.sentTo(patch).map(({ body }) => body)).toEqual([
      { discount_code: 'half' },
      { discount_code: 'half' },
      { discount_code: null },
    ]);
  });

  it('has the new total announced, once for each', async () => {
    const { server, user } = open((known) => known.answer(route, CheckoutPublic, checkout()));
    await user.click(await screen.findByRole('button', { name: 'Add a discount code' }));
    expect(screen.queryByText('Total: $10.00')).toBeNull();
    server.answer(
      patch,
      CheckoutPublic,
      checkout({ discount: half, discountId: 'half', discountAmount: 500, netAmount: 500, totalAmount: 500 }),
    );
    await user.type(screen.getByLabelText('Discount code'), 'half{Enter}');
    const announced = await screen.findByText('Total: $5.00');
    expect(announced.getAttribute('aria-live')).toBe('polite');
    server.answer(patch, CheckoutPublic, checkout());
    await user.click(screen.getByRole('button', { name: 'Remove the discount HALF' }));
    await waitFor(() => expect(announced.textContent).toBe('Total: $10.00'));
  });

  it('that is refused once more is said to be so anew', async () => {
    const { server, user } = open((known) => known.answer(route, CheckoutPublic, checkout()));
    const detail = [{ loc: ['body', 'discount_code'], msg: 'Discount does not exist.', type: 'value_error' }];
    const body = { error: 'RequestValidationError', detail };
    server.refuse(patch, 422, body);
    await user.click(await screen.findByRole('button', { name: 'Add a discount code' }));
    await user.type(screen.getByLabelText('Discount code'), 'half{Enter}');
    await screen.findByRole('alert');
    const late = Promise.withResolvers<void>();
    server.on(patch, async () => {
      await late.promise;
      return { status: 422, body };
    });
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(screen.queryByRole('alert')).toBeNull();
    late.resolve();
    await screen.findByRole('alert');
  });

  it('is not asked for where the seller gives none', async () => {
    open((known) => known.answer(route, CheckoutPublic, checkout({ allowDiscountCodes: false })));
    await screen.findByRole('button', { name: 'Pay $10.00' });
    expect(screen.queryByText('Add a discount code')).toBeNull();
  });
});

describe('where the buyer probably is', () => {
  it('is chosen beforehand, and told to the server with their language', async () => {
    const { server } = open((known) => {
      known.answer(route, CheckoutPublic, checkout({ customerBillingAddress: null }));
      known.answer(patch, CheckoutPublic, checkout());
    });
    const country = await screen.findByLabelText<HTMLSelectElement>('Country');
    expect(country.value).toBe('US');
    screen.getByLabelText('ZIP code');
    await waitFor(() => expect(server.sentTo(patch)).toHaveLength(1));
    expect(server.sentTo(patch)[0]?.body).toMatchObject({
      locale: 'en-US',
      customer_billing_address: { country: 'US' },
    });
  });
});

describe('who buys for a business', () => {
  it('is asked for its name and tax id, and told which is wrong', async () => {
    const business = checkout({ isBusinessCustomer: true });
    const { server, user } = open((known) => {
      known.answer(route, CheckoutPublic, checkout());
      known.answer(patch, CheckoutPublic, business);
    });
    await user.click(await screen.findByLabelText('I am buying as a business'));
    await user.type(await screen.findByLabelText('Company name'), 'Acme GmbH');
    await user.type(screen.getByLabelText(/^Tax ID/), 'DE1');
    await user.type(screen.getByLabelText('Card number'), '4242424242424242');
    await user.type(screen.getByLabelText('Expiry'), '1240');
    await user.type(screen.getByLabelText('Security code'), '123');
    server.on('POST /billing/v1/sandbox/confirmation-tokens', () => ({ status: 200, body: { id: 'tok' } }));
    const detail = [{ loc: ['body', 'customer_tax_id'], msg: 'Invalid tax ID.', type: 'value_error' }];
    const confirm = 'POST /billing/v1/checkouts/client/secret/confirm';
    server.refuse(confirm, 422, { error: 'RequestValidationError', detail });
    await user.click(screen.getByRole('button', { name: 'Pay $10.00' }));
    await screen.findByText('This tax ID is not valid in the selected country.');
    expect(server.sentTo(confirm)[0]?.body).toMatchObject({
      customer_billing_name: 'Acme GmbH',
      customer_tax_id: 'DE1',
      confirmation_token_id: 'tok',
      locale: 'en-US',
    });
  });
});

describe('what decides about the tax', () => {
  const wholeAddress = { country: true, state: true, city: true, postalCode: true, line1: true, line2: true };
  const confirm = 'POST /billing/v1/checkouts/client/secret/confirm';
  const vat = { type: 'vat', country: 'FR', state: null, percentage: '20', amount: 200 } as const;
  const taxed = {
    taxAmount: 200,
    totalAmount: 1200,
    taxabilityReason: 'standard_rated',
    taxBreakdown: [vat],
  };
  const business = (changes: object = {}) =>
    checkout({ isBusinessCustomer: true, ...taxed, ...changes } as Partial<CheckoutPublic>);

  it('is told as soon as the field is left: the total is that of the tax id', async () => {
    const { server, user } = open((known) => known.answer(route, CheckoutPublic, business()));
    await user.type(await screen.findByLabelText(/^Tax ID/), 'FR40303265045');
    const reverse = { taxAmount: 0, totalAmount: 1000, taxabilityReason: 'reverse_charge', taxBreakdown: [] };
    server.answer(patch, CheckoutPublic, business({ ...reverse, customerTaxId: 'FR40303265045' }));
    await user.tab();
    await screen.findByRole('button', { name: 'Pay $10.00' });
    screen.getByText('Tax (reverse charge)');
    expect(server.sentTo(patch)).toMatchObject([{ body: { customer_tax_id: 'FR40303265045' } }]);
  });

  it('says at once that a tax id is none', async () => {
    const { server, user } = open((known) => known.answer(route, CheckoutPublic, business()));
    await user.type(await screen.findByLabelText(/^Tax ID/), 'FR1');
    const detail = [{ loc: ['body', 'customer_tax_id'], msg: 'Invalid tax ID.', type: 'value_error' }];
    server.refuse(patch, 422, { error: 'RequestValidationError', detail });
    await user.tab();
    await screen.findByText('This tax ID is not valid in the selected country.');
  });

  it('leaves no refusal of a tax id beside the one that was taken', async () => {
    const { server, user } = open((known) => known.answer(route, CheckoutPublic, business()));
    const field = await screen.findByLabelText(/^Tax ID/);
    const late = Promise.withResolvers<void>();
    const detail = [{ loc: ['body', 'customer_tax_id'], msg: 'Invalid tax ID.', type: 'value_error' }];
    server.on(patch, async () => {
      await late.promise;
      return { status: 422, body: { error: 'RequestValidationError', detail } };
    });
    await user.type(field, 'FR1');
    await user.tab();
    await waitFor(() => expect(server.sentTo(patch)).toHaveLength(1));
    await user.clear(field);
    await user.type(field, 'FR40303265045');
    late.resolve();
    await screen.findByText('This tax ID is not valid in the selected country.');
    const reverse = { taxAmount: 0, totalAmount: 1000, taxabilityReason: 'reverse_charge', taxBreakdown: [] };
    server.answer(patch, CheckoutPublic, business({ ...reverse, customerTaxId: 'FR40303265045' }));
    await user.tab();
    await screen.findByRole('button', { name: 'Pay $10.00' });
    expect(screen.queryByText('This tax ID is not valid in the selected country.')).toBeNull();
  });

  it('leaves no refusal of a postal code beside the one that was taken', async () => {
    const inFrance = (postalCode: string) => {
      const address = { country: 'FR', line1: '1 Way', line2: null, postalCode, city: 'Paris', state: null };
      return checkout({
        customerBillingAddress: address as CheckoutPublic['customerBillingAddress'],
        customerBillingAddressFields: wholeAddress,
      });
    };
    const { server, user } = open((known) => known.answer(route, CheckoutPublic, inFrance('75001')));
    const field = await screen.findByLabelText('Postal code');
    const late = Promise.withResolvers<void>();
    const loc = ['body', 'customer_billing_address', 'postal_code'];
    server.on(patch, async () => {
      await late.promise;
      const detail = [{ loc, msg: 'Invalid postal code.', type: 'value_error' }];
      return { status: 422, body: { error: 'RequestValidationError', detail } };
    });
    await user.clear(field);
    await user.type(field, '1010');
    await user.tab();
    await waitFor(() => expect(server.sentTo(patch)).toHaveLength(1));
    await user.clear(field);
    await user.type(field, '75002');
    late.resolve();
    const refusal = 'This ZIP or postal code is not valid in the selected country.';
    await screen.findByText(refusal);
    server.answer(patch, CheckoutPublic, inFrance('75002'));
    await user.tab();
    await waitFor(() => expect(screen.queryByText(refusal)).toBeNull());
  });

  it('is told when a state is chosen, and no other total is charged than was shown', async () => {
    const address = { country: 'US', line1: '1 Bay St', line2: null, postalCode: '94607', city: 'Oakland' };
    const inUs = (state: string | null, changes: object = {}) =>
      checkout({
        customerBillingAddress: { ...address, state } as CheckoutPublic['customerBillingAddress'],
        customerBillingAddressFields: wholeAddress,
        ...changes,
      });
    const { server, user } = open((known) =>
      known.answer(route, CheckoutPublic, inUs(null, { taxAmount: null })),
    );
    await user.type(await screen.findByLabelText('Card number'), '4242424242424242');
    await user.type(screen.getByLabelText('Expiry'), '1240');
    await user.type(screen.getByLabelText('Security code'), '123');
    server.on('POST /billing/v1/sandbox/confirmation-tokens', () => ({ status: 200, body: { id: 'tok' } }));
    server.answer(patch, CheckoutPublic, inUs('US-CA', { taxAmount: 73, totalAmount: 1073 }));
    await user.selectOptions(screen.getByLabelText('State'), 'California');
    await screen.findByRole('button', { name: 'Pay $10.73' });
    for (const line of [patch, route])
      server.answer(line, CheckoutPublic, inUs('US-CA', { taxAmount: 83, totalAmount: 1083 }));
    const zip = screen.getByLabelText('ZIP code');
    await user.clear(zip);
    await user.type(zip, '90001{Enter}');
    await screen.findByText('Your details have changed the total. Check it again, then pay.');
    screen.getByRole('button', { name: 'Pay $10.83' });
    expect(server.sentTo(confirm)).toEqual([]);
    server.refuse(confirm, 400, { error: 'PaymentError', detail: 'Your card was declined.' });
    await user.click(screen.getByRole('button', { name: 'Pay $10.83' }));
    await screen.findByText(/Your card was declined/);
  });
});

describe('another language', () => {
  it('is spoken all over the page', async () => {
    await startI18n('de');
    open((known) => known.answer(route, CheckoutPublic, checkout()));
    await screen.findByRole('button', { name: /10,00\s\$ bezahlen/ });
    screen.getByLabelText('Kartennummer');
    screen.getByText('Frankreich');
    screen.getByText('Verkauft mit', { exact: false });
  });

  it('is that of the customer’s pages, too', async () => {
    await startI18n('es');
    open((known) => {
      known.answer(route, CheckoutPublic, checkout({ status: 'succeeded' }));
      known.refuse(`${route}/purchase`, 404, { error: 'ResourceNotFound', detail: 'Not found' });
    });
    const link = await screen.findByRole('link', { name: 'Ver todas sus compras' });
    expect(link.getAttribute('href')).toBe('/portal/acme?language=es');
  });

  it('says what usage will cost before anything is paid', async () => {
    await startI18n('de');
    const metered = {
      ...price,
      id: 'calls',
      amountType: 'metered_unit',
      meterId: 'meter',
      meter: { id: 'meter', name: 'API-Aufrufe' },
      unitAmount: '0.4',
      capAmount: 10_000,
      unitTiers: null,
      packageSize: 1000,
      minimumAmount: null,
    } as const;
    const shown = { ...product, prices: [price, metered] } as CheckoutPublic['product'];
    open((known) => known.answer(route, CheckoutPublic, checkout({ product: shown, products: [shown] })));
    await screen.findByText('API-Aufrufe');
    screen.getByText(/0,004\s\$ je angefangene 1.000 Einheiten/);
    screen.getByText(/Höchstens 100,00\s\$ je Abrechnungszeitraum/);
  });
});

describe('the seller', () => {
  afterEach(() => document.documentElement.removeAttribute('style'));

  it('gives the page their color, and a description that is shown as it was written', async () => {
    const seller = { ...checkout().organization, brandSettings: { accentColor: '#aa2200' } };
    const shown = checkout({
      organization: seller,
      productDescriptionHtml: '<p>Learn <strong>fast</strong></p>',
    });
    open((known) => known.answer(route, CheckoutPublic, shown));
    expect((await screen.findByText('fast')).tagName).toBe('STRONG');
    expect(document.documentElement.style.getPropertyValue('--accent')).toBe('#aa2200');
  });
});

/** All that the tab keeps. */
const keptText = (): string =>
  Object.keys(sessionStorage)
    .map((key) => sessionStorage.getItem(key))
    .join();

describe('a page that is loaded again', () => {
  const newsletter = {
    customFieldId: 'news',
    required: false,
    order: 0,
    customField: {
      id: 'news',
      createdAt: now,
      modifiedAt: null,
      metadata: {},
      type: 'checkbox',
      slug: 'news',
      name: 'News',
      organizationId: 'acme',
      properties: {},
    },
  } as unknown as CheckoutPublic['attachedCustomFields'][number];
  const asking = (changes: Partial<CheckoutPublic> = {}) =>
    checkout({ customerName: null, customerEmail: null, attachedCustomFields: [newsletter], ...changes });

  it('asks in the words of its seller, with their links', async () => {
    const labelHtml = 'I accept the <a href="https://acme.example/terms">terms</a>';
    const helpTextHtml = 'Read <strong>all</strong> of them';
    const customFieldWords = [{ customFieldId: newsletter.customFieldId, labelHtml, helpTextHtml }];
    open((known) => known.answer(route, CheckoutPublic, asking({ customFieldWords })));
    const box = await screen.findByRole('checkbox', { name: 'I accept the terms (optional)' });
    expect(screen.getByRole('link', { name: 'terms' }).getAttribute('href')).toBe(
      'https://acme.example/terms',
    );
    expect(box.getAttribute('aria-describedby')).toBe(screen.getByText('all').closest('p')?.id);
  });

  it('has what was typed, but not the card', async () => {
    const { user, leave } = open((known) => known.answer(route, CheckoutPublic, asking()));
    await user.type(await screen.findByLabelText('E-mail'), 'ada@example.com');
    await user.type(screen.getByLabelText('Name on card'), 'Ada');
    await user.type(screen.getByLabelText('Card number'), '4242424242424242');
    await user.type(screen.getByLabelText('Security code'), '123');
    await user.click(screen.getByLabelText('News (optional)'));
    leave();
    open((known) => known.answer(route, CheckoutPublic, asking()));
    expect((await screen.findByLabelText<HTMLInputElement>('E-mail')).value).toBe('ada@example.com');
    expect(screen.getByLabelText<HTMLInputElement>('Name on card').value).toBe('Ada');
    expect(screen.getByLabelText<HTMLInputElement>('News (optional)').checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('');
    expect(keptText()).not.toMatch(/4242|123/);
  });

  it('keeps nothing of what has been paid', async () => {
    const { user, leave } = open((known) => known.answer(route, CheckoutPublic, asking()));
    await user.type(await screen.findByLabelText('E-mail'), 'ada@example.com');
    leave();
    open((known) => {
      known.answer(route, CheckoutPublic, asking({ status: 'succeeded' }));
      known.refuse(`${route}/purchase`, 404, { error: 'ResourceNotFound', detail: 'Not found' });
    });
    await screen.findByText('Thank you for your purchase');
    expect(keptText()).not.toContain('ada@example.com');
  });

  it('leaves the address of a known customer as it is, and survives what it cannot read', async () => {
    const { user, leave } = open((known) => known.answer(route, CheckoutPublic, asking()));
    await user.type(await screen.findByLabelText('E-mail'), 'ada@example.com');
    leave();
    const of = { customerId: 'grace', customerEmail: 'grace@example.com' };
    const known = open((server) => server.answer(route, CheckoutPublic, asking(of)));
    expect((await screen.findByLabelText<HTMLInputElement>('E-mail')).value).toBe('grace@example.com');
    known.leave();
    for (const key of Object.keys(sessionStorage)) sessionStorage.setItem(key, '{"email":');
    open((server) => server.answer(route, CheckoutPublic, asking()));
    expect((await screen.findByLabelText<HTMLInputElement>('E-mail')).value).toBe('');
  });
});

describe('several products to choose from', () => {
  const monthly = { isRecurring: true, recurringInterval: 'month', recurringIntervalCount: 1 } as const;
  const fixed = { ...price, amountType: 'fixed', priceAmount: 2900 } as const;
  const metered = {
    ...price,
    id: 'calls',
    amountType: 'metered_unit',
    meterId: 'meter',
    meter: { id: 'meter', name: 'Calls' },
    unitAmount: '0.4',
    capAmount: null,
    unitTiers: null,
    packageSize: null,
    minimumAmount: null,
  } as const;
  const tried = {
    ...product,
    ...monthly,
    id: 'tried',
    name: 'Tried',
    trialInterval: 'day',
    trialIntervalCount: 14,
    prices: [fixed],
  } as unknown as CheckoutPublic['product'];
  const used = {
    ...product,
    ...monthly,
    id: 'used',
    name: 'Used',
    prices: [fixed, metered],
  } as unknown as CheckoutPublic['product'];
  const choosing = (changes: Partial<CheckoutPublic> = {}) =>
    checkout({ product: used, productId: used.id, products: [used, tried], ...changes });

  it('name the trial and the usage beside the price', async () => {
    open((known) => known.answer(route, CheckoutPublic, choosing()));
    await screen.findByRole('radio', { name: 'Used $29.00 / month, plus usage' });
    screen.getByRole('radio', { name: 'Tried 14 days free, then $29.00 / month' });
  });

  it('promise no trial that the checkout does not give', async () => {
    open((known) => known.answer(route, CheckoutPublic, choosing({ allowTrial: false })));
    await screen.findByRole('radio', { name: 'Tried $29.00 / month' });
  });
});

describe('a trial', () => {
  const trial = checkout({
    product: {
      ...product,
      isRecurring: true,
      recurringInterval: 'month',
      recurringIntervalCount: 1,
    } as typeof product,
    activeTrialInterval: 'day',
    activeTrialIntervalCount: 14,
    trialEnd: new Date(Date.now() + 14 * 24 * 3600 * 1000),
    amount: 2900,
    netAmount: 2900,
    taxAmount: 551,
    totalAmount: 3451,
  } as Partial<CheckoutPublic>);

  it('is shown on a phone with what is due today', async () => {
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation(
        (media) => Object.assign(new EventTarget(), { media, matches: true }) as unknown as MediaQueryList,
      );
    open((known) => known.answer(route, CheckoutPublic, trial));
    const fold = await screen.findByRole('button', { name: /^Show order details/ });
    expect(fold.textContent).toContain('$0.00');
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('is due later with what it comes to, so that the sums end in what is due today', async () => {
    open((known) => known.answer(route, CheckoutPublic, trial));
    const total = (name: RegExp | string) => screen.getByText(name).parentElement?.textContent;
    await screen.findByText('Due today');
    expect(total(/^Due on /)).toMatch(/\$34\.51$/);
    expect(total('Due today')).toBe('Due today$0.00');
  });

  it('leaves the choice of products in sight on a phone, folded and unfolded', async () => {
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation(
        (media) => Object.assign(new EventTarget(), { media, matches: true }) as unknown as MediaQueryList,
      );
    const other = { ...product, id: 'other', name: 'Atlas for a team' };
    const several = checkout({ products: [product, other] });
    const { server, user } = open((known) => known.answer(route, CheckoutPublic, several));
    const team = await screen.findByRole('radio', { name: /Atlas for a team/ });
    server.answer('PATCH /billing/v1/checkouts/client/secret', CheckoutPublic, several);
    await user.click(team);
    await waitFor(() =>
      expect(server.sentTo('PATCH /billing/v1/checkouts/client/secret').map(({ body }) => body)).toEqual([
        { product_id: 'other' },
      ]),
    );
    await user.click(screen.getByRole('button', { name: /^Show order details/ }));
    expect(screen.getAllByRole('radio')).toHaveLength(2);
  });

  it('says when it has begun what will be charged and when, to who reads it aloud too', async () => {
    open((known) => {
      known.answer(route, CheckoutPublic, { ...trial, status: 'succeeded' });
      known.refuse(`${route}/purchase`, 404, { error: 'ResourceNotFound', detail: 'Not found' });
    });
    await screen.findByText(/your trial ends, and you pay \$34\.51 \/ month until you cancel/);
    expect(screen.queryByText('$5.51')).toBeNull();
    const receipt = within(screen.getByRole('region', { name: 'Receipt' }));
    receipt.getByText(`Trial of ${product.name}`);
    expect(receipt.getAllByText(/^-?\$/).map(({ textContent }) => textContent)).toEqual(['$0.00', '$0.00']);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Thank you for your purchase' }));
  });
});

describe('who is no business after all', () => {
  it('gets the tax id back with the business', async () => {
    const id = 'FR40303265045';
    const business = checkout({ isBusinessCustomer: true, customerTaxId: id });
    const { server, user } = open((known) => known.answer(route, CheckoutPublic, business));
    server.answer(patch, CheckoutPublic, checkout());
    await user.click(await screen.findByLabelText('I am buying as a business'));
    await waitFor(() => expect(screen.queryByLabelText('Company name')).toBeNull());
    server.answer(patch, CheckoutPublic, business);
    await user.click(screen.getByLabelText('I am buying as a business'));
    await screen.findByLabelText('Company name');
    await waitFor(() =>
      expect(server.sentTo(patch).map(({ body }) => body)).toEqual([
        { is_business_customer: false, customer_tax_id: null },
        { is_business_customer: true },
        { customer_tax_id: id },
      ]),
    );
    expect(screen.getByLabelText<HTMLInputElement>(/^Tax ID/).value).toBe(id);
  });
});

const makeGift = () =>
  checkout({
    amount: 0,
    netAmount: 0,
    totalAmount: 0,
    isFreeProductPrice: true,
    isPaymentRequired: false,
    isPaymentFormRequired: false,
    customerName: null,
    productPrice: { ...price, amountType: 'free' } as unknown as CheckoutPublic['productPrice'],
  });

describe('what is free', () => {
  it('is summed up by its total alone', async () => {
    open((known) => known.answer(route, CheckoutPublic, makeGift()));
    expect(await screen.findByText('Total')).toBeTruthy();
    expect(screen.queryByText('Subtotal')).toBeNull();
    expect(screen.queryByText(/^(Tax|VAT)/)).toBeNull();
  });
});

describe('a payment that was refused because it was not open', () => {
  it('is told of where it is open after all, with all that was typed', async () => {
    const { user } = open((known) => {
      known.answer(route, CheckoutPublic, makeGift());
      known.refuse('POST /billing/v1/checkouts/client/secret/confirm', 410, {
        error: 'ExpiredCheckoutError',
        detail: 'This checkout has expired.',
      });
    });
    await user.type(await screen.findByLabelText(/^Name/), 'Grace Hopper');
    await user.click(screen.getByRole('button', { name: 'Get it for free' }));
    const alert = await screen.findByText(/^The payment did not go through/);
    expect(document.activeElement).toBe(alert);
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Grace Hopper');
  });
});

describe('a price that has changed meanwhile', () => {
  const fixed = (id: string, priceAmount: number) => {
    const {
      minimumAmount: _least,
      maximumAmount: _most,
      presetAmount: _preset,
      ...common
    } = price as object as Record<string, unknown>;
    return { ...common, id, amountType: 'fixed', priceAmount } as unknown as CheckoutPublic['productPrice'];
  };
  const priced = (id: string, amount: number) =>
    checkout({
      amount,
      netAmount: amount,
      totalAmount: amount,
      productPriceId: id,
      productPrice: fixed(id, amount),
    });

  it('is shown, and paid only when it has been seen', async () => {
    const { server, user } = open((known) => known.answer(route, CheckoutPublic, priced('old', 1000)));
    await user.type(await screen.findByLabelText('Card number'), '4242424242424242');
    await user.type(screen.getByLabelText('Expiry'), '1240');
    await user.type(screen.getByLabelText('Security code'), '123');
    server.on('POST /billing/v1/sandbox/confirmation-tokens', () => ({ status: 200, body: { id: 'tok' } }));
    const detail = [{ loc: ['body', 'product_price_id'], msg: 'Price is archived.', type: 'value_error' }];
    const confirm = 'POST /billing/v1/checkouts/client/secret/confirm';
    server.refuse(confirm, 422, { error: 'RequestValidationError', detail });
    const patch = 'PATCH /billing/v1/checkouts/client/secret';
    server.answer(patch, CheckoutPublic, priced('new', 1200));
    await user.click(screen.getByRole('button', { name: 'Pay $10.00' }));
    await screen.findByText('The price has changed in the meantime. Check it again, then pay.');
    screen.getByRole('button', { name: 'Pay $12.00' });
    expect(server.sentTo(patch).map(({ body }) => body)).toEqual([{ product_id: product.id }]);
    expect(server.sentTo(confirm)).toHaveLength(1);
  });
});

describe('what is no longer sold', () => {
  const gone = { ...product, isArchived: true };

  it('is said before a card is typed', async () => {
    open((known) => known.answer(route, CheckoutPublic, checkout({ product: gone, products: [gone] })));
    await screen.findByRole('heading', { name: 'This is no longer for sale' });
    screen.getByText('Nothing was charged. The seller no longer offers it.');
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });

  it('is not among what can be chosen', async () => {
    const other = { ...product, id: 'other', name: 'Other' };
    const products = [product, other, { ...gone, id: 'gone', name: 'Gone' }];
    open((known) => known.answer(route, CheckoutPublic, checkout({ products })));
    await screen.findByRole('radio', { name: /Other/ });
    expect(screen.queryByRole('radio', { name: /Gone/ })).toBeNull();
  });
});

describe('a discount that has ended meanwhile', () => {
  it('is taken off, also where the seller has set it, and the total without it is seen before it is paid', async () => {
    const discount = {
      id: 'autumn',
      name: 'Autumn',
      type: 'fixed',
      duration: 'once',
      code: null,
      amount: 300,
    };
    const discounted = checkout({
      discountId: 'autumn',
      discount: { ...discount, currency: 'usd' } as unknown as CheckoutPublic['discount'],
      discountAmount: 300,
      netAmount: 700,
      totalAmount: 700,
      allowDiscountCodes: false,
    });
    const { server, user } = open((known) => known.answer(route, CheckoutPublic, discounted));
    await user.type(await screen.findByLabelText('Card number'), '4242424242424242');
    await user.type(screen.getByLabelText('Expiry'), '1240');
    await user.type(screen.getByLabelText('Security code'), '123');
    server.on('POST /billing/v1/sandbox/confirmation-tokens', () => ({ status: 200, body: { id: 'tok' } }));
    const detail = [{ loc: ['body', 'discount_id'], msg: 'No longer redeemable.', type: 'value_error' }];
    const confirm = 'POST /billing/v1/checkouts/client/secret/confirm';
    server.refuse(confirm, 422, { error: 'RequestValidationError', detail });
    const patch = 'PATCH /billing/v1/checkouts/client/secret';
    server.answer(patch, CheckoutPublic, checkout({ allowDiscountCodes: false }));
    await user.click(screen.getByRole('button', { name: 'Pay $7.00' }));
    await screen.findByText('This discount can no longer be used. Check the total without it, then pay.');
    screen.getByRole('button', { name: 'Pay $10.00' });
    expect(server.sentTo(patch).map(({ body }) => body)).toEqual([{ discount_code: null }]);
    expect(server.sentTo(confirm)).toHaveLength(1);
  });
});

describe('a bank that asks while the page waits', () => {
  beforeEach(() => {
    // jsdom knows dialogs, but opens none.
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.setAttribute('open', '');
    };
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is still answered when half a minute has passed', async () => {
    const { server } = open((known) =>
      known.answer(route, CheckoutPublic, checkout({ status: 'confirmed' })),
    );
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    // The form that had the keyboard is gone.
    expect(document.activeElement?.textContent).toBe('Completing your purchase');
    server.answer(
      route,
      CheckoutPublic,
      checkout({
        status: 'confirmed',
        paymentProcessorMetadata: { intent_status: 'requires_action', intent_client_secret: 'pi_secret' },
      }),
    );
    await act(() => jest.advanceTimersByTimeAsync(40_000));
    const question = screen.getByRole('dialog', { name: /bank/i });
    // Browsers let a second Escape close any dialog; the payment still waits for the answer.
    question.removeAttribute('open');
    fireEvent(question, new Event('close'));
    expect(question.hasAttribute('open')).toBe(true);
  });
});

describe('a checkout that could not be reached at first', () => {
  it('goes on at its beginning once it can', async () => {
    const { server, user } = open((known) => known.refuse(route, 503));
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.answer(route, CheckoutPublic, checkout());
    await user.click(again);
    const heading = await screen.findByRole('heading', { level: 1, name: product.name });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('goes on by itself, too', async () => {
    jest.useFakeTimers();
    try {
      const { server } = open((known) => known.refuse(route, 503));
      await act(() => jest.advanceTimersByTimeAsync(1_000));
      screen.getByRole('button', { name: 'Try again' });
      server.answer(route, CheckoutPublic, checkout());
      await act(() => jest.advanceTimersByTimeAsync(10_000));
      screen.getByRole('heading', { level: 1, name: product.name });
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('a payment that was taken in before the connection broke', () => {
  it('is not said to have failed, and is looked for again', async () => {
    const taken = reply(CheckoutPublic, checkout({ status: 'confirmed' }));
    const answers = [taken];
    const { server, user } = open((known) =>
      known.on(route, (sent) => (answers.shift() ?? refusal(503))(sent)),
    );
    await screen.findByText('This is taking longer than usual');
    screen.getByText(/you will not be charged twice/);
    server.answer(route, CheckoutPublic, checkout());
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await screen.findByText(/The payment did not go through/);
  });
});

describe('a checkout in another site’s frame', () => {
  const said = () => heard.map(({ event }) => event);
  let heard: { event: string }[] = [];
  const ownParent = window.parent;
  beforeEach(() => {
    heard = [];
    window.history.replaceState(null, '', '/checkout/secret?embed=true');
    const parent = { postMessage: (message: { event: string }) => heard.push(message) };
    Object.defineProperty(window, 'parent', { configurable: true, value: parent });
  });
  afterEach(() => {
    Object.defineProperty(window, 'parent', { configurable: true, value: ownParent });
    window.history.replaceState(null, '', '/');
  });

  it('shows what was bought when the browser goes back to it from the seller’s page', async () => {
    const elsewhere = { embedOrigin: 'https://shop.example', successUrl: 'https://shop.example/thanks' };
    const paid = reply(CheckoutPublic, checkout({ ...elsewhere, status: 'succeeded' }));
    const answers = [reply(CheckoutPublic, checkout({ ...elsewhere, status: 'confirmed' }))];
    open((known) => {
      known.on(route, (sent) => (answers.shift() ?? paid)(sent));
      known.refuse(`${route}/purchase`, 404);
    });
    await screen.findByText('Your purchase is complete. You are being taken back to the seller.');
    const comesBack = Object.assign(new Event('pageshow'), { persisted: true });
    act(() => void window.dispatchEvent(comesBack));
    await screen.findByRole('heading', { name: 'Thank you for your purchase' });
  });

  it('can still be closed when it has expired under the buyer’s hands', async () => {
    const framed = checkout({ embedOrigin: 'https://shop.example' });
    const { server, user } = open((known) => known.answer(route, CheckoutPublic, framed));
    const amount = await screen.findByLabelText('Amount');
    expect(said()).toEqual(['loaded']);
    server.refuse('PATCH /billing/v1/checkouts/client/secret', 410, {
      error: 'ExpiredCheckoutError',
      detail: 'This checkout has expired.',
    });
    await user.clear(amount);
    await user.type(amount, '20');
    await user.tab();
    const heading = await screen.findByText('This checkout has expired');
    expect(document.activeElement).toBe(heading);
    screen.getByRole('link', { name: 'help@acme.example' });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(said()).toEqual(['loaded', 'delayed', 'close']);
  });
});
