import { Benefit$inboundSchema } from '@polar-sh/sdk/models/components/benefit.js';
import { BenefitCustomCreate$outboundSchema } from '@polar-sh/sdk/models/components/benefitcustomcreate.js';
import { BenefitCustomUpdate$outboundSchema } from '@polar-sh/sdk/models/components/benefitcustomupdate.js';
import { BenefitGrant$inboundSchema } from '@polar-sh/sdk/models/components/benefitgrant.js';
import { Checkout$inboundSchema } from '@polar-sh/sdk/models/components/checkout.js';
import { CheckoutConfirmStripe$outboundSchema } from '@polar-sh/sdk/models/components/checkoutconfirmstripe.js';
import { CheckoutCreate$outboundSchema } from '@polar-sh/sdk/models/components/checkoutcreate.js';
import { CheckoutPublic$inboundSchema } from '@polar-sh/sdk/models/components/checkoutpublic.js';
import { CheckoutPublicConfirmed$inboundSchema } from '@polar-sh/sdk/models/components/checkoutpublicconfirmed.js';
import { CheckoutUpdate$outboundSchema } from '@polar-sh/sdk/models/components/checkoutupdate.js';
import { CheckoutUpdatePublic$outboundSchema } from '@polar-sh/sdk/models/components/checkoutupdatepublic.js';
import { Customer$inboundSchema } from '@polar-sh/sdk/models/components/customer.js';
import { CustomerCreate$outboundSchema } from '@polar-sh/sdk/models/components/customercreate.js';
import { CustomerState$inboundSchema } from '@polar-sh/sdk/models/components/customerstate.js';
import { CustomerUpdate$outboundSchema } from '@polar-sh/sdk/models/components/customerupdate.js';
import { Order$inboundSchema } from '@polar-sh/sdk/models/components/order.js';
import { Organization$inboundSchema } from '@polar-sh/sdk/models/components/organization.js';
import { OrganizationUpdate$outboundSchema } from '@polar-sh/sdk/models/components/organizationupdate.js';
import { Product$inboundSchema } from '@polar-sh/sdk/models/components/product.js';
import { ProductCreate$outboundSchema } from '@polar-sh/sdk/models/components/productcreate.js';
import { ProductUpdate$outboundSchema } from '@polar-sh/sdk/models/components/productupdate.js';
import { Subscription$inboundSchema } from '@polar-sh/sdk/models/components/subscription.js';
import { SubscriptionUpdate$outboundSchema } from '@polar-sh/sdk/models/components/subscriptionupdate.js';
import { z } from 'zod';
import { fromWire, toWire } from '../wire.ts';
import { Benefit, BenefitCreate, BenefitUpdate } from './benefit.ts';
import { BenefitGrant } from './benefit-grant.ts';
import { Checkout, CheckoutPublic, CheckoutPublicConfirmed } from './checkout.ts';
import {
  CheckoutConfirm,
  CheckoutCreate,
  CheckoutUpdate,
  CheckoutUpdatePublic,
} from './checkout-requests.ts';
import { Customer, CustomerCreate, CustomerState, CustomerUpdate } from './customer.ts';
import { Order } from './order.ts';
import { Organization, OrganizationUpdate } from './organization.ts';
import { Product, ProductCreate, ProductUpdate } from './product.ts';
import { Subscription, SubscriptionUpdate } from './subscription.ts';

/** Intervals that only later clients read: whoever makes products with them needs one (services/billing/README.md). */
const later = new Set<string | number>(['day', 'week']);

/** A value of a reply's shape. `turn` chooses among options; sparse: what may be null or empty is. */
const sampleOf = (schema: z.core.$ZodType, turn: number, sparse: boolean, depth = 0): unknown => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = (next: z.core.$ZodType) => sampleOf(next, turn, sparse, depth + 1);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([key, member]) => [key, inner(member)]));
    case 'array':
      // A shape may contain itself: deep lists stay empty.
      return sparse || depth > 12 ? [] : [inner(def.element)];
    case 'tuple':
      return def.items.map(inner);
    case 'union':
      return sampleOf(
        def.options[turn % def.options.length] as z.core.$ZodType,
        Math.floor(turn / def.options.length),
        sparse,
        depth + 1,
      );
    case 'nullable':
      return sparse ? null : inner(def.innerType);
    case 'optional':
      return sparse ? undefined : inner(def.innerType);
    case 'record':
      return sparse ? {} : { camelCase_and_more: inner(def.valueType) };
    case 'enum': {
      const values = Object.values(def.entries).filter((value) => !later.has(value));
      return values[turn % values.length];
    }
    case 'literal':
      return def.values[0];
    case 'date':
      return new Date('2026-11-21T01:02:03.456Z');
    case 'number':
      return 1234;
    case 'boolean':
      return turn % 2 === 0;
    case 'null':
      return null;
    default:
      return 'text';
  }
};

const replies: [string, z.ZodType, { parse: (value: unknown) => unknown }][] = [
  ['Product', Product, Product$inboundSchema],
  ['Benefit', Benefit, Benefit$inboundSchema],
  ['BenefitGrant', BenefitGrant, BenefitGrant$inboundSchema],
  ['Customer', Customer, Customer$inboundSchema],
  ['CustomerState', CustomerState, CustomerState$inboundSchema],
  ['Checkout', Checkout, Checkout$inboundSchema],
  ['CheckoutPublic', CheckoutPublic, CheckoutPublic$inboundSchema],
  ['CheckoutPublicConfirmed', CheckoutPublicConfirmed, CheckoutPublicConfirmed$inboundSchema],
  ['Order', Order, Order$inboundSchema],
  ['Subscription', Subscription, Subscription$inboundSchema],
  ['Organization', Organization, Organization$inboundSchema],
];
const turns = Array.from({ length: 12 }, (_, turn) => turn);

describe('the client reads', () => {
  it.each(replies)('%s, full and sparse, in every variant', (_name, schema, reader) => {
    for (const turn of turns) {
      for (const sparse of [false, true]) {
        const wire: unknown = JSON.parse(
          JSON.stringify(toWire(schema, sampleOf(schema, turn, sparse), 'snake')),
        );
        expect(() => reader.parse(wire)).not.toThrow();
      }
    }
  });

  it('user data with its keys as they were written', () => {
    const sample = sampleOf(Customer, 0, false);
    expect(toWire(Customer, sample, 'snake')).toHaveProperty('metadata', { camelCase_and_more: 'text' });
  });
});

const id = '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
const address = {
  country: 'US',
  state: 'ca',
  line1: '1 Main Street',
  postalCode: '94105',
  city: 'San Francisco',
};

/** What the client sends for these arguments, and what a service reads of it. */
const received = (schema: z.ZodType, writer: { parse: (value: unknown) => unknown }, value: unknown) =>
  schema.parse(fromWire(schema, JSON.parse(JSON.stringify(writer.parse(value))), 'snake'));

describe('the client sends', () => {
  it('a product with each kind of price', () => {
    const body = {
      name: 'Plan',
      recurringInterval: 'month',
      metadata: { Plan_Name: 'pro', seats: 3, ratio: 1.5, trial: false },
      prices: [
        { amountType: 'fixed', priceAmount: 1000 },
        { amountType: 'custom', minimumAmount: 50, presetAmount: null },
        { amountType: 'free' },
        { amountType: 'metered_unit', meterId: id, unitAmount: 0.5, capAmount: 100 },
        { amountType: 'metered_unit', meterId: id, unitAmount: '0.000000000001' },
      ],
    };
    const product = received(ProductCreate, ProductCreate$outboundSchema, body);
    expect(product).toMatchObject({
      metadata: body.metadata,
      prices: [
        { amountType: 'fixed', priceAmount: 1000, priceCurrency: 'usd' },
        { amountType: 'custom', minimumAmount: 50, presetAmount: null },
        { amountType: 'free' },
        { unitAmount: '0.5', capAmount: 100 },
        { unitAmount: '0.000000000001' },
      ],
    });
  });

  it('a new price list that keeps one price and adds another', () => {
    const prices = [{ id }, { amountType: 'fixed', priceAmount: 2000 }];
    const change = received(ProductUpdate, ProductUpdate$outboundSchema, { prices, name: null });
    expect(change).toMatchObject({ prices: [{ id }, { priceAmount: 2000 }], name: null });
  });

  it('a benefit, new and changed', () => {
    const create = { type: 'custom', description: 'A note', properties: { note: 'Hello' } };
    expect(received(BenefitCreate, BenefitCustomCreate$outboundSchema, create)).toEqual(create);
    const update = { type: 'custom', properties: { note: null } };
    expect(received(BenefitUpdate, BenefitCustomUpdate$outboundSchema, update)).toEqual(update);
  });

  it('a customer, whose address becomes whole and whose state gets its full code', () => {
    const body = { email: 'Ada@example.com', billingAddress: address, taxId: ['DE123456789', 'eu_vat'] };
    expect(received(CustomerCreate, CustomerCreate$outboundSchema, body)).toMatchObject({
      email: 'Ada@example.com',
      billingAddress: { ...address, state: 'US-CA', line2: null },
      taxId: ['DE123456789', 'eu_vat'],
    });
    expect(received(CustomerUpdate, CustomerUpdate$outboundSchema, { name: null })).toEqual({
      name: null,
    });
  });

  it('a checkout, its changes and its confirmation', () => {
    const body = {
      products: [id],
      customerExternalId: 'user/7',
      successUrl: 'https://a.example/?id={CHECKOUT_ID}',
    };
    expect(received(CheckoutCreate, CheckoutCreate$outboundSchema, body)).toMatchObject({
      ...body,
      allowDiscountCodes: true,
      requireBillingAddress: false,
      isBusinessCustomer: false,
    });
    const change = { customerBillingAddress: { country: 'FR', line1: '' }, amount: 500, discountCode: null };
    expect(received(CheckoutUpdatePublic, CheckoutUpdatePublic$outboundSchema, change)).toMatchObject({
      customerBillingAddress: { country: 'FR', line1: null },
      amount: 500,
      discountCode: null,
    });
    const confirm = { confirmationTokenId: 'tok_success', customFieldData: { size: 'XL', Terms_OK: true } };
    expect(received(CheckoutConfirm, CheckoutConfirmStripe$outboundSchema, confirm)).toEqual(confirm);
    const update = { customerMetadata: { a: 1 }, customerIpAddress: '2001:db8::1' };
    expect(received(CheckoutUpdate, CheckoutUpdate$outboundSchema, update)).toEqual(update);
  });

  it('each kind of change to a subscription', () => {
    const cases = [
      { productId: id, prorationBehavior: 'invoice' },
      {
        cancelAtPeriodEnd: true,
        customerCancellationReason: 'too_complex',
        customerCancellationComment: null,
      },
      { revoke: true },
    ];
    for (const body of cases) {
      expect(received(SubscriptionUpdate, SubscriptionUpdate$outboundSchema, body)).toEqual(body);
    }
  });

  it('changes to an organization', () => {
    const body = {
      socials: [{ platform: 'github', url: 'https://github.com/acme' }],
      website: 'https://acme.example',
    };
    expect(received(OrganizationUpdate, OrganizationUpdate$outboundSchema, body)).toEqual(body);
  });
});
