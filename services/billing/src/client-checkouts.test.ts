/** The contract's own client, unmodified, against checkouts as they are served: every field, filter and order. */
import type { Polar } from '@polar-sh/sdk';
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js';
import {
  type BillingStack,
  makeBenefit,
  makeCustomer,
  makeDiscount,
  makeProduct,
  makeSeller,
  startBilling,
  tokenOf,
} from '../test/factories.ts';
import { polarAs } from '../test/polar.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

/** A client with an access token of a new organization. */
const newClient = async (): Promise<{ polar: Polar; organizationId: string }> => {
  const { organizationId } = await makeSeller(stack);
  const scopes = ['products', 'custom_fields', 'checkouts'].map((name) => `${name}:write`);
  return { polar: await polarAs(stack, tokenOf(organizationId, ...scopes)), organizationId };
};

const notGiven = { line1: null, line2: null, city: null, state: null, postalCode: null };

describe('the client’s checkouts', () => {
  it('are read with every value that they were made with', async () => {
    const { polar, organizationId } = await newClient();
    const field = await polar.customFields.create({
      type: 'text',
      slug: 'company',
      name: 'Company',
      properties: {},
    });
    const benefit = await makeBenefit(stack, { organizationId });
    const book = await polar.products.create({
      name: 'Book',
      description: 'A *good* one',
      recurringInterval: null,
      prices: [{ amountType: 'fixed', priceAmount: 3333 }],
      attachedCustomFields: [{ customFieldId: field.id, required: true }],
    });
    const gift = await makeProduct(stack, {
      organizationId,
      benefits: [benefit],
      price: { amountType: 'free' },
    });
    const discount = await makeDiscount(stack, { organizationId, basisPoints: 5000, code: 'HALF' });
    const given = {
      metadata: { plan: 'pro', seats: 3, share: 0.5, isTrial: false },
      customerMetadata: { vip: true, innerName: 'kept' },
      customFieldData: { company: 'Acme' },
      customerExternalId: 'theirs/1 ü',
      customerName: 'Ada',
      customerEmail: 'ada@example.com',
      customerBillingName: 'Acme GmbH',
      customerIpAddress: '2001:db8::1',
      isBusinessCustomer: true,
      allowDiscountCodes: false,
      embedOrigin: 'https://shop.example',
    };
    const made = await polar.checkouts.create({
      ...given,
      products: [book.id, gift.id],
      discountId: discount.id,
      customerBillingAddress: { country: 'DE', city: 'Berlin', line1: 'Torstraße 1', postalCode: '10119' },
      customerTaxId: 'DE136695976',
      successUrl: 'https://shop.example/thanks?c={CHECKOUT_ID}',
    });
    expect(made).toEqual({
      ...given,
      id: expect.any(String),
      createdAt: stack.clock.now(),
      modifiedAt: null,
      paymentProcessor: 'stripe',
      status: 'open',
      clientSecret: expect.stringMatching(/^tessera_c_[A-Za-z0-9]{43}$/),
      url: `http://localhost:3000/checkout/${made.clientSecret}`,
      expiresAt: new Date(stack.clock.now().getTime() + 1_800_000),
      successUrl: `https://shop.example/thanks?c=${made.id}`,
      amount: 3333,
      // Half a cent is rounded up.
      discountAmount: 1667,
      netAmount: 1666,
      taxAmount: 0,
      totalAmount: 1666,
      currency: 'usd',
      productId: book.id,
      productPriceId: book.prices[0]?.id,
      discountId: discount.id,
      // A seller who presets more than a country asks for all of the address.
      requireBillingAddress: true,
      isDiscountApplicable: true,
      isFreeProductPrice: false,
      isPaymentRequired: true,
      isPaymentSetupRequired: false,
      isPaymentFormRequired: true,
      customerId: null,
      customerBillingAddress: {
        ...notGiven,
        country: 'DE',
        city: 'Berlin',
        line1: 'Torstraße 1',
        postalCode: '10119',
      },
      customerTaxId: 'DE136695976',
      paymentProcessorMetadata: { processor: 'sandbox' },
      customerBillingAddressFields: {
        country: true,
        state: true,
        city: true,
        postalCode: true,
        line1: true,
        line2: true,
      },
      products: [made.product, expect.objectContaining({ id: gift.id, isRecurring: false })],
      product: {
        id: book.id,
        createdAt: book.createdAt,
        modifiedAt: null,
        name: 'Book',
        description: 'A *good* one',
        recurringInterval: null,
        isRecurring: false,
        isArchived: false,
        organizationId,
        prices: book.prices,
        benefits: [],
        medias: [],
      },
      productPrice: book.prices[0],
      discount: {
        id: discount.id,
        name: 'A discount',
        code: 'HALF',
        duration: 'once',
        type: 'percentage',
        basisPoints: 5000,
      },
      subscriptionId: null,
      attachedCustomFields: book.attachedCustomFields,
    });
    expect(made.products[1]?.benefits.map(({ id, description }) => [id, description])).toEqual([
      [benefit.id, benefit.description],
    ]);
    expect(await polar.checkouts.get({ id: made.id })).toEqual(made);

    // What only its seller may see is in no answer to a holder of the client secret.
    const { metadata, customerMetadata, customerExternalId, subscriptionId, ...shown } = made;
    const seen = await polar.checkouts.clientGet({ clientSecret: made.clientSecret });
    expect(seen).toEqual({ ...shown, organization: expect.objectContaining({ id: organizationId }) });
    expect([metadata, customerMetadata, customerExternalId, subscriptionId]).toEqual([
      given.metadata,
      given.customerMetadata,
      given.customerExternalId,
      null,
    ]);
  });

  it('are changed by their seller in every field, and read back so', async () => {
    const { polar, organizationId } = await newClient();
    const once = await makeProduct(stack, { organizationId });
    const free = await makeProduct(stack, {
      organizationId,
      price: { amountType: 'custom', minimumAmount: 100, maximumAmount: 5000, presetAmount: 700 },
    });
    const discount = await makeDiscount(stack, {
      organizationId,
      type: 'fixed',
      amount: 150,
      currency: 'usd',
    });
    const made = await polar.checkouts.create({ products: [once.id, free.id] });
    const change = {
      productId: free.id,
      amount: 900,
      isBusinessCustomer: true,
      customerName: 'Grace',
      customerEmail: 'grace@example.com',
      customerBillingName: 'Navy',
      metadata: { other: 'x' },
      customerMetadata: { rank: 1 },
      allowDiscountCodes: false,
      requireBillingAddress: true,
      customerIpAddress: '192.0.2.7',
      embedOrigin: 'https://other.example',
    };
    const changed = await polar.checkouts.update({
      id: made.id,
      checkoutUpdate: {
        ...change,
        discountId: discount.id,
        customerBillingAddress: { country: 'US', state: 'ny' },
        successUrl: 'https://other.example/{CHECKOUT_ID}',
      },
    });
    expect(changed).toEqual({
      ...made,
      ...change,
      modifiedAt: stack.clock.now(),
      productPriceId: free.prices[0]?.id,
      product: made.products[1],
      productPrice: made.products[1]?.prices[0],
      discountId: discount.id,
      discount: {
        id: discount.id,
        name: 'A discount',
        code: null,
        duration: 'once',
        type: 'fixed',
        amount: 150,
        currency: 'usd',
      },
      discountAmount: 150,
      netAmount: 750,
      taxAmount: 0,
      totalAmount: 750,
      customerBillingAddress: { ...notGiven, country: 'US', state: 'US-NY' },
      customerBillingAddressFields: {
        country: true,
        state: true,
        city: true,
        postalCode: true,
        line1: true,
        line2: true,
      },
      successUrl: `https://other.example/${made.id}`,
    });
    const cleared = await polar.checkouts.update({
      id: made.id,
      checkoutUpdate: { discountId: null, customerEmail: null, embedOrigin: null, customerMetadata: null },
    });
    expect(cleared).toMatchObject({
      discountId: null,
      discount: null,
      discountAmount: 0,
      totalAmount: 900,
      customerEmail: null,
      embedOrigin: null,
      customerMetadata: {},
    });
    expect(await polar.checkouts.get({ id: made.id })).toEqual(cleared);
    const low = polar.checkouts.update({ id: made.id, checkoutUpdate: { amount: 99 } });
    await expect(low).rejects.toBeInstanceOf(HTTPValidationError);
    await expect(low).rejects.toMatchObject({
      detail: [{ loc: ['body', 'amount'], type: 'greater_than_equal' }],
    });
  });

  it('are listed by every filter, in every order', async () => {
    const { polar, organizationId } = await newClient();
    const [book, plan] = [
      await makeProduct(stack, { organizationId, price: { amountType: 'free' } }),
      await makeProduct(stack, { organizationId }),
    ];
    const customer = await makeCustomer(stack, { organizationId, email: 'known@example.com' });
    const start = stack.clock.now().getTime();
    const open = async (product: string, body: { customerId?: string; customerName?: string } = {}) => {
      stack.clock.set(new Date(stack.clock.now().getTime() + 1_000));
      return polar.checkouts.create({ products: [product], ...body });
    };
    const first = await open(book.id);
    await polar.checkouts.clientConfirm({
      clientSecret: first.clientSecret,
      checkoutConfirmStripe: { customerEmail: 'buyer@example.com' },
    });
    const second = await open(plan.id, { customerId: customer.id });
    const third = await open(plan.id, { customerName: 'Ádà Lovelace' });
    type Query = Parameters<typeof polar.checkouts.list>[0];
    const names = new Map([
      [first.id, 'first'],
      [second.id, 'second'],
      [third.id, 'third'],
    ]);
    const listed = async (query: Query) =>
      (await polar.checkouts.list(query)).result.items.map(({ id }) => names.get(id));
    expect(await listed({})).toEqual(['third', 'second', 'first']);
    expect(await listed({ productId: plan.id })).toEqual(['third', 'second']);
    expect(await listed({ productId: [plan.id, book.id], organizationId })).toHaveLength(3);
    expect(await listed({ customerId: customer.id })).toEqual(['second']);
    expect(await listed({ status: 'open' })).toEqual(['third', 'second']);
    expect(await listed({ status: ['confirmed', 'succeeded'] })).toEqual(['first']);
    expect(await listed({ query: 'ada love' })).toEqual(['third']);
    expect(await listed({ query: 'KNOWN@' })).toEqual(['second']);
    for (const time of ['created_at', 'expires_at'] as const) {
      expect(await listed({ sorting: [time] })).toEqual(['first', 'second', 'third']);
      expect(await listed({ sorting: [`-${time}`] })).toEqual(['third', 'second', 'first']);
    }
    stack.clock.set(new Date(start + 2_000 + 1_800_000));
    expect(await listed({ status: 'expired' })).toEqual(['second']);
    expect(await listed({ status: ['open', 'expired'], sorting: ['status', 'created_at'] })).toEqual([
      'second',
      'third',
    ]);
    expect(await listed({ status: ['open', 'expired'], sorting: ['-status'] })).toEqual(['third', 'second']);
  });
});
