/** The contract's own client, unmodified, against products, benefits and customers as they are served. */
import { Polar } from '@polar-sh/sdk';
import { HTTPClient } from '@polar-sh/sdk/lib/http.js';
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { type PassportClaims, passportHeader } from '@tessera/proto/api/passport';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, makeSeller, type Seller, startBilling, tokenOf } from '../test/factories.ts';

let stack: BillingStack;
let seller: Seller;

beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
});

afterAll(() => stack.stop());

const clientOf = (claims: PassportClaims): Polar => {
  const httpClient = new HTTPClient();
  httpClient.addHook('beforeRequest', async (request) => {
    const passed = new Request(request);
    passed.headers.set(passportHeader, await stack.passport(claims));
    return passed;
  });
  return new Polar({ serverURL: `${stack.url}/api/billing`, accessToken: 'at-the-gateway', httpClient });
};
const token = () =>
  clientOf(tokenOf(seller.organizationId, 'products:write', 'benefits:write', 'customers:write'));

describe('the client’s products and benefits', () => {
  it('are created, read, listed, changed and deleted', async () => {
    const polar = token();
    const made = await polar.products.create({
      name: 'A course',
      recurringInterval: 'month',
      prices: [{ amountType: 'fixed', priceAmount: 900, priceCurrency: 'usd' }],
      metadata: { innerName: 'kept' },
    });
    expect(made).toMatchObject({ isRecurring: true, metadata: { innerName: 'kept' }, benefits: [] });
    expect(made.createdAt).toEqual(stack.clock.now());

    const benefit = await polar.benefits.create({
      type: 'custom',
      description: 'A seat',
      properties: { note: 'Front row' },
    });
    const withBenefit = await polar.products.updateBenefits({
      id: made.id,
      productBenefitsUpdate: { benefits: [benefit.id] },
    });
    expect(withBenefit.benefits).toEqual([benefit]);

    const renamed = await polar.products.update({
      id: made.id,
      productUpdate: { name: 'A better course', prices: [{ id: made.prices[0]?.id ?? '' }] },
    });
    expect(renamed).toMatchObject({ name: 'A better course', prices: made.prices });
    expect(await polar.products.get({ id: made.id })).toEqual(renamed);

    const found = [];
    for await (const page of await polar.products.list({
      limit: 1,
      benefitId: benefit.id,
      sorting: ['name'],
    }))
      found.push(...page.result.items);
    expect(found).toEqual([renamed]);

    const changed = await polar.benefits.update({
      id: benefit.id,
      requestBody: { type: 'custom', description: 'The best seat' },
    });
    expect(changed).toMatchObject({ description: 'The best seat', properties: { note: 'Front row' } });
    const listed = await polar.benefits.list({ typeFilter: 'custom' });
    expect(listed.result.items).toEqual([await polar.benefits.get({ id: benefit.id })]);
    await polar.benefits.delete({ id: benefit.id });
    await expect(polar.benefits.get({ id: benefit.id })).rejects.toBeInstanceOf(ResourceNotFound);
  });

  it('have metered prices beside a static one, kept, added and archived by their list', async () => {
    const polar = clientOf(tokenOf(seller.organizationId, 'products:write', 'meters:write'));
    const filter = { conjunction: 'and' as const, clauses: [] };
    const meterOf = (name: string) => polar.meters.create({ name, filter, aggregation: { func: 'count' } });
    const [calls, bytes] = [await meterOf('Calls'), await meterOf('Bytes')];
    const metered = (meterId: string, unitAmount: number | string) => ({
      amountType: 'metered_unit' as const,
      priceCurrency: 'usd',
      meterId,
      unitAmount,
    });
    const made = await polar.products.create({
      name: 'An API',
      recurringInterval: 'month',
      prices: [
        metered(calls.id, 0.5),
        { amountType: 'fixed', priceAmount: 900, priceCurrency: 'usd' },
        { ...metered(bytes.id, '0.000000000001'), capAmount: 5000 },
      ],
    });
    expect(made.prices).toMatchObject([
      {
        amountType: 'metered_unit',
        unitAmount: '0.5',
        capAmount: null,
        meterId: calls.id,
        meter: { id: calls.id, name: 'Calls' },
        recurringInterval: 'month',
      },
      { amountType: 'fixed', priceAmount: 900 },
      { amountType: 'metered_unit', unitAmount: '0.000000000001', capAmount: 5000, meterId: bytes.id },
    ]);
    const [first, second, third] = made.prices.map(({ id }) => ({ id }));
    if (!first || !second || !third) throw new Error('no prices');
    const update = (prices: object[]) =>
      polar.products.update({ id: made.id, productUpdate: { prices: prices as { id: string }[] } });
    const changed = await update([third, metered(calls.id, 2), second]);
    expect(changed.prices.map(({ id }) => id)).toEqual([third.id, expect.anything(), second.id]);
    expect(changed.prices[1]).toMatchObject({ unitAmount: '2', meterId: calls.id });
    expect(changed.prices.every(({ id }) => id !== first.id)).toBe(true);
    expect((await polar.products.get({ id: made.id })).prices).toEqual(changed.prices);
    const sorted = await polar.products.list({ sorting: ['-price_amount'], query: 'An API' });
    expect(sorted.result.items).toEqual([changed]);

    await expect(update([second, { amountType: 'free' }])).rejects.toMatchObject({
      detail: [{ loc: ['body', 'prices', 1] }],
    });
    await expect(update([third, metered(bytes.id, 1)])).rejects.toMatchObject({
      detail: [{ loc: ['body', 'prices', 1, 'meter_id'] }],
    });
    const stranger = await makeSeller(stack);
    const theirs = await clientOf(tokenOf(stranger.organizationId, 'meters:write')).meters.create({
      name: 'Theirs',
      filter,
      aggregation: { func: 'count' },
    });
    await expect(update([metered(theirs.id, 1)])).rejects.toMatchObject({
      detail: [{ loc: ['body', 'prices', 0, 'meter_id'], msg: 'Meter does not exist.' }],
    });
    await expect(
      polar.products.create({ name: 'Once', recurringInterval: null, prices: [metered(calls.id, 1)] }),
    ).rejects.toBeInstanceOf(HTTPValidationError);
  });

  it('page through all there is', async () => {
    const other = await makeSeller(stack);
    const polar = clientOf(tokenOf(other.organizationId, 'products:write'));
    for (const name of ['First', 'Second', 'Third'])
      await polar.products.create({ name, recurringInterval: null, prices: [{ amountType: 'free' }] });
    const names = [];
    for await (const page of await polar.products.list({ limit: 2, sorting: ['created_at'] }))
      names.push(...page.result.items.map(({ name }) => name));
    expect(names).toEqual(['First', 'Second', 'Third']);
  });

  it('are refused in the client’s own error types', async () => {
    const polar = token();
    const wrong = polar.products.create({ name: 'x', recurringInterval: null, prices: [] });
    await expect(wrong).rejects.toBeInstanceOf(HTTPValidationError);
    await expect(wrong).rejects.toMatchObject({ detail: [{ loc: ['body', 'name'] }, expect.anything()] });
    const unknown = polar.products.get({ id: '01980000-0000-7000-8000-000000000000' });
    await expect(unknown).rejects.toBeInstanceOf(ResourceNotFound);
  });

  it('are told of each wrong entry of a list at once', async () => {
    const { organizationId } = seller;
    const scopes = ['products:write', 'benefits:write', 'discounts:write', 'checkout_links:write'] as const;
    const polar = clientOf(tokenOf(organizationId, ...scopes, 'checkouts:write'));
    const unknown = [uuidv7(), uuidv7()];
    const prices = [{ amountType: 'free' as const }];
    const sold = { name: 'A book', recurringInterval: null, prices };
    const book = await polar.products.create(sold);
    const calls: [string[], () => Promise<unknown>][] = [
      [['medias'], () => polar.products.create({ ...sold, medias: unknown })],
      [
        ['attached_custom_fields'],
        () =>
          polar.products.create({
            ...sold,
            attachedCustomFields: unknown.map((customFieldId) => ({ customFieldId, required: false })),
          }),
      ],
      [
        ['benefits'],
        () => polar.products.updateBenefits({ id: book.id, productBenefitsUpdate: { benefits: unknown } }),
      ],
      [
        ['products'],
        () =>
          polar.discounts.create({
            name: 'Ten',
            type: 'percentage',
            basisPoints: 1000,
            duration: 'once',
            products: unknown,
          }),
      ],
      [['products'], () => polar.checkoutLinks.create({ paymentProcessor: 'stripe', products: unknown })],
      [['products'], () => polar.checkouts.create({ products: unknown })],
      [
        ['properties', 'files'],
        () =>
          polar.benefits.create({
            type: 'downloadables',
            description: 'Two files',
            properties: { files: unknown },
          }),
      ],
    ];
    for (const [path, call] of calls)
      await expect(call()).rejects.toMatchObject({
        detail: unknown.map((_, index) => ({ loc: ['body', ...path, index], type: 'value_error' })),
      });
  });
});

describe('the client’s customers', () => {
  it('are created, read, listed, changed and deleted, by our id and by the seller’s', async () => {
    const polar = token();
    const made = await polar.customers.create({
      email: 'grace@example.com',
      externalId: 'ours/1 ü',
      billingAddress: { country: 'FR' },
      taxId: ['FR12345678901', 'eu_vat'],
      metadata: { innerName: 'kept' },
    });
    expect(made).toMatchObject({ externalId: 'ours/1 ü', taxId: ['FR12345678901', 'eu_vat'] });
    expect(await polar.customers.get({ id: made.id })).toEqual(made);
    expect(await polar.customers.getExternal({ externalId: 'ours/1 ü' })).toEqual(made);
    const listed = await polar.customers.list({
      email: 'GRACE@example.com',
      metadata: { innerName: 'kept' },
    });
    expect(listed.result.items).toEqual([made]);

    await polar.customers.update({ id: made.id, customerUpdate: { name: 'Grace' } });
    const renamed = await polar.customers.updateExternal({
      externalId: 'ours/1 ü',
      customerUpdateExternalID: { name: 'Grace H.' },
    });
    expect(renamed).toMatchObject({ id: made.id, name: 'Grace H.' });

    const state = await polar.customers.getState({ id: made.id });
    expect(state).toMatchObject({
      id: made.id,
      activeSubscriptions: [],
      grantedBenefits: [],
      activeMeters: [],
    });
    expect(await polar.customers.getStateExternal({ externalId: 'ours/1 ü' })).toEqual(state);

    await polar.customers.deleteExternal({ externalId: 'ours/1 ü' });
    await expect(polar.customers.delete({ id: made.id })).rejects.toBeInstanceOf(ResourceNotFound);
  });
});
