/** The contract's own client, unmodified, against custom fields and checkout links as they are served. */
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { type BillingStack, makeDiscount, makeSeller, startBilling, tokenOf } from '../test/factories.ts';
import { polarAs } from '../test/polar.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const scopes = ['products', 'custom_fields', 'checkout_links', 'checkouts', 'orders', 'subscriptions'];

/** A client with an access token of a new organization. */
const newClient = async () => {
  const { organizationId } = await makeSeller(stack);
  const claims = tokenOf(organizationId, ...scopes.flatMap((name) => [`${name}:read`, `${name}:write`]));
  const polar = await polarAs(stack, claims);
  return { polar, organizationId };
};

describe('the client’s custom fields', () => {
  const asked = { formLabel: 'Label', formHelpText: 'Help', formPlaceholder: 'Hint' };
  it.each([
    { type: 'text' as const, properties: { ...asked, textarea: true, minLength: 1, maxLength: 9 } },
    { type: 'number' as const, properties: { ...asked, ge: 1, le: 9 } },
    { type: 'date' as const, properties: { ...asked, ge: 0, le: 2_000_000_000 } },
    { type: 'checkbox' as const, properties: asked },
    { type: 'select' as const, properties: { ...asked, options: [{ value: 's', label: 'Small' }] } },
  ])('of type $type are created, read, listed, changed and deleted', async ({ type, properties }) => {
    const { polar, organizationId } = await newClient();
    const created = { slug: 'asked', name: 'Asked', metadata: { innerName: 'kept' }, type, properties };
    const made = await polar.customFields.create(created as Parameters<typeof polar.customFields.create>[0]);
    expect(made).toEqual({
      ...created,
      id: expect.any(String),
      createdAt: stack.clock.now(),
      modifiedAt: null,
      organizationId,
    });
    expect(await polar.customFields.get({ id: made.id })).toEqual(made);
    const update = { type, name: 'Better', slug: 'better' } as Parameters<
      typeof polar.customFields.update
    >[0]['customFieldUpdate'];
    const changed = await polar.customFields.update({ id: made.id, customFieldUpdate: update });
    expect(changed).toEqual({ ...made, name: 'Better', slug: 'better', modifiedAt: stack.clock.now() });
    const listed = await polar.customFields.list({
      typeFilter: type,
      query: 'bett',
      sorting: ['-created_at'],
    });
    expect(listed.result).toEqual({ items: [changed], pagination: { totalCount: 1, maxPage: 1 } });
    await polar.customFields.delete({ id: made.id });
    await expect(polar.customFields.get({ id: made.id })).rejects.toBeInstanceOf(ResourceNotFound);
  });

  it('are asked for by products, and answered at checkouts', async () => {
    const { polar } = await newClient();
    const company = await polar.customFields.create({
      type: 'text',
      slug: 'company',
      name: 'Company',
      properties: {},
    });
    const since = await polar.customFields.create({
      type: 'date',
      slug: 'since',
      name: 'Since',
      properties: {},
    });
    const seats = await polar.customFields.create({
      type: 'number',
      slug: 'seats',
      name: 'Seats',
      properties: { ge: 1 },
    });
    const product = await polar.products.create({
      name: 'Plan',
      recurringInterval: null,
      prices: [{ amountType: 'free' }],
      attachedCustomFields: [
        { customFieldId: company.id, required: true },
        { customFieldId: since.id, required: false },
        { customFieldId: seats.id, required: false },
      ],
    });
    expect(product.attachedCustomFields).toEqual([
      { customFieldId: company.id, customField: company, order: 0, required: true },
      { customFieldId: since.id, customField: since, order: 1, required: false },
      { customFieldId: seats.id, customField: seats, order: 2, required: false },
    ]);
    const checkout = await polar.checkouts.create({
      products: [product.id],
      customFieldData: { company: 'Acme', since: new Date('2026-03-01'), seats: 3 },
    });
    expect(checkout.customFieldData).toEqual({ company: 'Acme', since: '2026-03-01', seats: 3 });
    expect(checkout.attachedCustomFields).toEqual(product.attachedCustomFields);
    const { clientSecret } = checkout;
    const refused = polar.checkouts.clientUpdate({
      clientSecret,
      checkoutUpdatePublic: { customFieldData: { seats: 0 } },
    });
    await expect(refused).rejects.toBeInstanceOf(HTTPValidationError);
    await expect(refused).rejects.toMatchObject({
      detail: [{ loc: ['body', 'custom_field_data', 'seats'], type: 'greater_than_equal' }],
    });
    const updated = await polar.checkouts.clientUpdate({
      clientSecret,
      checkoutUpdatePublic: { customFieldData: { company: 'Acme', seats: null } },
    });
    // Each field that is asked has its key.
    expect(updated.customFieldData).toEqual({ company: 'Acme', since: null, seats: null });
    const confirmed = await polar.checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: { customerEmail: 'ada@example.com' },
    });
    expect(confirmed).toMatchObject({ status: 'confirmed', customFieldData: { company: 'Acme' } });
  });
});

describe('the client’s checkout links', () => {
  it('are created, read, listed, changed and deleted', async () => {
    const { polar, organizationId } = await newClient();
    const [first, second] = await Promise.all(
      ['First', 'Second'].map((name) =>
        polar.products.create({
          name,
          recurringInterval: null,
          prices: [{ amountType: 'fixed', priceAmount: 900 }],
        }),
      ),
    );
    if (!first || !second) throw new Error('no products');
    const discount = await makeDiscount(stack, { organizationId, basisPoints: 500, code: 'FIVE' });
    const made = await polar.checkoutLinks.create({
      paymentProcessor: 'stripe',
      products: [first.id, second.id],
      label: 'Newsletter',
      allowDiscountCodes: false,
      requireBillingAddress: true,
      discountId: discount.id,
      successUrl: 'https://example.com/thanks',
      metadata: { innerName: 'kept' },
    });
    expect(made).toMatchObject({
      createdAt: stack.clock.now(),
      modifiedAt: null,
      organizationId,
      paymentProcessor: 'stripe',
      label: 'Newsletter',
      allowDiscountCodes: false,
      requireBillingAddress: true,
      discountId: discount.id,
      discount: { id: discount.id, basisPoints: 500, code: 'FIVE', type: 'percentage' },
      successUrl: 'https://example.com/thanks',
      metadata: { innerName: 'kept' },
    });
    expect(made.products.map(({ id, prices, benefits, medias }) => [id, prices, benefits, medias])).toEqual([
      [first.id, first.prices, [], []],
      [second.id, second.prices, [], []],
    ]);
    expect(made.url).toContain(made.clientSecret);
    expect(await polar.checkoutLinks.get({ id: made.id })).toEqual(made);
    const changed = await polar.checkoutLinks.update({
      id: made.id,
      checkoutLinkUpdate: { label: null, discountId: null, products: [second.id] },
    });
    expect(changed).toMatchObject({ label: null, discountId: null, discount: null });
    const pages = [];
    for await (const page of await polar.checkoutLinks.list({ productId: second.id, limit: 1 }))
      pages.push(...page.result.items);
    expect(pages).toEqual([changed]);
    expect((await polar.checkoutLinks.list({ productId: first.id })).result.items).toEqual([]);
    await polar.checkoutLinks.delete({ id: made.id });
    await expect(polar.checkoutLinks.get({ id: made.id })).rejects.toBeInstanceOf(ResourceNotFound);
  });

  it('are made of a product or a price too', async () => {
    const { polar } = await newClient();
    const product = await polar.products.create({
      name: 'Plan',
      recurringInterval: null,
      prices: [{ amountType: 'free' }],
    });
    for (const named of [{ productId: product.id }, { productPriceId: product.prices[0]?.id ?? '' }]) {
      const made = await polar.checkoutLinks.create({ paymentProcessor: 'stripe', ...named });
      expect(made.products.map(({ id }) => id)).toEqual([product.id]);
    }
  });

  it('are refused in the client’s own error types', async () => {
    const { polar } = await newClient();
    const wrong = polar.checkoutLinks.create({
      paymentProcessor: 'stripe',
      products: ['01980000-0000-7000-8000-000000000000'],
    });
    await expect(wrong).rejects.toBeInstanceOf(HTTPValidationError);
    await expect(wrong).rejects.toMatchObject({ detail: [{ loc: ['body', 'products', 0] }] });
  });
});
