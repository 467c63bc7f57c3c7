import { CheckoutPublic } from '@tessera/proto/api/billing/checkout';
import { Purchase } from '@tessera/proto/api/billing/purchase';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { acmeProfile } from '../test/people.ts';
import { createServer } from '../test/server.ts';
import { CheckoutPage } from './CheckoutPage.tsx';

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
  organizationId: 'acme',
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
    amount: 1000,
    discountAmount: 0,
    netAmount: 1000,
    taxAmount: 0,
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
    customerId: null,
    isBusinessCustomer: false,
    customerName: 'Grace',
    customerEmail: 'grace@example.com',
    customerIpAddress: null,
    customerBillingName: null,
    customerBillingAddress: null,
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
    organization: { ...acmeProfile, email: 'help@acme.example' },
    ...changes,
  }) as CheckoutPublic;

const route = 'GET /billing/v1/checkouts/client/secret';
const open = (prepare: (server: ReturnType<typeof createServer>) => void, isReturn = false) => {
  const server = createServer();
  prepare(server);
  globalThis.fetch = server.fetch;
  render(<CheckoutPage clientSecret="secret" isReturn={isReturn} />);
  return { server, user: userEvent.setup() };
};

describe('an amount that the customer names', () => {
  it('holds the pay button, with the reason, until the seller takes it', async () => {
    const { server, user } = open((known) => known.answer(route, CheckoutPublic, checkout()));
    const amount = await screen.findByLabelText('Amount');
    const isHeld = () => screen.getByRole('button', { name: /^Pay/ }).getAttribute('aria-disabled');
    expect(isHeld()).toBe('false');
    await user.clear(amount);
    await user.type(amount, '4.99');
    expect(isHeld()).toBe('true');
    screen.getByText('The least you can pay is $5.00.');
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

describe('the confirmation', () => {
  const paid = checkout({ status: 'succeeded' });
  const purchase: Purchase = { checkout: paid, orderId: 'order', benefits: [], isGranted: false };
  const granted = {
    id: forum.id,
    type: 'custom',
    description: 'Private forum',
    note: 'Join at https://forum.example/join, code 42',
  } as const;

  it('shows what was granted as soon as it is, with links to follow', async () => {
    const { server } = open((known) => {
      known.answer(route, CheckoutPublic, paid);
      known.answer(`${route}/purchase`, Purchase, purchase);
    });
    await screen.findByText('Being prepared…');
    server.answer(`${route}/purchase`, Purchase, { ...purchase, benefits: [granted], isGranted: true });
    const link = await screen.findByRole('link', { name: 'https://forum.example/join' });
    expect(link.getAttribute('href')).toBe('https://forum.example/join');
    expect(screen.queryByText('Being prepared…')).toBeNull();
    expect(screen.getByRole('link', { name: 'help@acme.example' }).getAttribute('href')).toBe(
      'mailto:help@acme.example',
    );
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
    await user.click(await screen.findByRole('button', { name: 'E-mail me what I have' }));
    await screen.findByText(/^If grace@example.com has bought from .* a mail with the links is on its way/);
    expect(server.sentTo(mail).map(({ body }) => body)).toEqual([{ email: 'grace@example.com' }]);
  });

  it('names the address first', async () => {
    const { server, user } = open((known) =>
      known.answer(route, CheckoutPublic, checkout({ customerEmail: null })),
    );
    await user.click(await screen.findByRole('button', { name: 'E-mail me what I have' }));
    await screen.findByText('Enter the e-mail address that you bought with.');
    expect(server.sentTo(mail)).toEqual([]);
  });
});
