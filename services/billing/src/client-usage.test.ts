/** The contract's own client, unmodified, against events, meters and customers' meters as they are served. */
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { eventually } from '@tessera/kit/test/eventually';
import {
  type BillingStack,
  makeCustomer,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../test/factories.ts';
import { polarAs } from '../test/polar.ts';

let stack: BillingStack;
let seller: Seller;

beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const client = (...scopes: string[]) => polarAs(stack, tokenOf(seller.organizationId, ...scopes));
const customerOf = (values: object = {}) =>
  makeCustomer(stack, { organizationId: seller.organizationId, ...values });

describe('the client’s events', () => {
  it('are ingested, listed and read with all that they hold', async () => {
    const polar = await client('events:write');
    const ada = await customerOf({ externalId: 'ada', name: 'Ada' });
    const timestamp = new Date('2026-01-10T08:00:00.000Z');
    const reply = await polar.events.ingest({
      events: [
        {
          name: 'call',
          customerId: ada.id,
          timestamp,
          metadata: { tokens: 12.5, model: 'big', innerName: true },
        },
        { name: 'upload', externalCustomerId: 'ada' },
        { name: 'call', externalCustomerId: 'nobody yet' },
      ],
    });
    expect(reply.inserted).toBe(3);
    const { result } = await polar.events.list({ sorting: ['timestamp'] });
    expect(result.pagination).toEqual({ totalCount: 3, maxPage: 1 });
    expect(result.items[0]).toEqual({
      id: expect.any(String),
      timestamp,
      organizationId: seller.organizationId,
      customerId: ada.id,
      customer: expect.objectContaining({ id: ada.id, name: 'Ada' }),
      externalCustomerId: 'ada',
      source: 'user',
      name: 'call',
      metadata: { tokens: 12.5, model: 'big', innerName: true },
    });
    const others = result.items.slice(1).toSorted((one, other) => other.name.localeCompare(one.name));
    expect(others).toMatchObject([
      { name: 'upload', customerId: ada.id, externalCustomerId: 'ada', timestamp: stack.clock.now() },
      { name: 'call', customerId: null, customer: null, externalCustomerId: 'nobody yet' },
    ]);
    for (const item of result.items) expect(await polar.events.get({ id: item.id })).toEqual(item);
  });

  it('are found by every filter', async () => {
    const polar = await client('events:write', 'meters:write');
    const ada = await customerOf({ externalId: 'ada' });
    const bob = await customerOf();
    const at = (hour: number) => new Date(`2026-01-10T0${hour}:00:00.000Z`);
    await polar.events.ingest({
      events: [
        { name: 'a', customerId: ada.id, timestamp: at(1), metadata: { plan: 'pro', size: 2 } },
        { name: 'b', customerId: bob.id, timestamp: at(2), metadata: { plan: 'free', size: 30 } },
        { name: 'c', externalCustomerId: 'eve', timestamp: at(3), metadata: { plan: 'pro', isBig: true } },
      ],
    });
    const names = async (query: Parameters<typeof polar.events.list>[0]) =>
      (await polar.events.list({ sorting: ['timestamp'], ...query })).result.items
        .map(({ name }) => name)
        .join('');
    expect(await names({})).toBe('abc');
    expect(await names({ sorting: ['-timestamp'] })).toBe('cba');
    expect(await names({ customerId: ada.id })).toBe('a');
    expect(await names({ customerId: [ada.id, bob.id] })).toBe('ab');
    expect(await names({ externalCustomerId: ['ada', 'eve'] })).toBe('ac');
    expect(await names({ name: ['b', 'c', 'x'] })).toBe('bc');
    expect(await names({ source: 'system' })).toBe('');
    expect(await names({ source: ['system', 'user'] })).toBe('abc');
    expect(await names({ startTimestamp: at(2) })).toBe('bc');
    expect(await names({ endTimestamp: at(2) })).toBe('a');
    expect(await names({ metadata: { plan: 'pro' } })).toBe('ac');
    expect(await names({ metadata: { size: '30' } })).toBe('b');
    expect(await names({ metadata: { isBig: 'true' } })).toBe('c');
    const clauses = [
      { property: 'size', operator: 'gte', value: 3 },
      { property: 'metadata.plan', operator: 'like', value: 'fre' },
    ];
    expect(await names({ filter: JSON.stringify({ conjunction: 'and', clauses }) })).toBe('b');
    const meter = await polar.meters.create({
      name: 'Pros',
      filter: { conjunction: 'or', clauses: [{ property: 'plan', operator: 'eq', value: 'pro' }] },
      aggregation: { func: 'count' },
    });
    expect(await names({ meterId: meter.id })).toBe('ac');
    const paged = await polar.events.list({ limit: 2, page: 2, sorting: ['timestamp'] });
    expect(paged.result.items.map(({ name }) => name)).toEqual(['c']);
    expect(paged.result.pagination).toEqual({ totalCount: 3, maxPage: 2 });
  });

  it('have names, counted', async () => {
    const polar = await client('events:write');
    const ada = await customerOf({ externalId: 'ada' });
    const [first, last] = [new Date('2026-01-02T00:00:00.000Z'), new Date('2026-01-03T00:00:00.000Z')];
    await polar.events.ingest({
      events: [
        { name: 'call', customerId: ada.id, timestamp: last },
        { name: 'call', customerId: ada.id, timestamp: first },
        { name: 'upload', externalCustomerId: 'eve', timestamp: first },
      ],
    });
    const list = async (query: Parameters<typeof polar.events.listNames>[0] = {}) =>
      (await polar.events.listNames(query)).result.items;
    expect(await list()).toEqual([
      { name: 'call', source: 'user', occurrences: 2, firstSeen: first, lastSeen: last },
      { name: 'upload', source: 'user', occurrences: 1, firstSeen: first, lastSeen: first },
    ]);
    expect((await list({ sorting: ['-name'] })).map(({ name }) => name)).toEqual(['upload', 'call']);
    expect((await list({ sorting: ['occurrences'] })).map(({ name }) => name)).toEqual(['upload', 'call']);
    expect((await list({ query: 'PLO' })).map(({ name }) => name)).toEqual(['upload']);
    expect((await list({ customerId: ada.id })).map(({ name }) => name)).toEqual(['call']);
    expect((await list({ externalCustomerId: 'eve' })).map(({ name }) => name)).toEqual(['upload']);
    expect(await list({ source: 'system' })).toEqual([]);
    expect((await polar.events.listNames({ limit: 1, page: 2 })).result).toMatchObject({
      items: [{ name: 'upload' }],
      pagination: { totalCount: 2, maxPage: 2 },
    });
    expect((await polar.events.listNames({ page: 9 })).result).toMatchObject({
      items: [],
      pagination: { totalCount: 2 },
    });
  });

  it('are refused where they stand, all of them', async () => {
    const polar = await client('events:write');
    const other = await makeSeller(stack);
    const stranger = await makeCustomer(stack, { organizationId: other.organizationId });
    const refused = await polar.events
      .ingest({
        events: [
          { name: 'fine', externalCustomerId: 'eve' },
          { name: 'not theirs', customerId: stranger.id },
          { name: 'too early', externalCustomerId: 'eve', timestamp: new Date('2030-01-01T00:00:00Z') },
        ],
      })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(HTTPValidationError);
    expect((refused as HTTPValidationError).detail?.map(({ loc }) => loc)).toEqual([
      ['body', 'events', 1, 'customer_id'],
      ['body', 'events', 2, 'timestamp'],
    ]);
    expect((await polar.events.list({})).result.pagination.totalCount).toBe(0);
  });

  it('stay their seller’s', async () => {
    const polar = await client('events:write');
    await polar.events.ingest({ events: [{ name: 'secret', externalCustomerId: 'eve' }] });
    const [event] = (await polar.events.list({})).result.items;
    seller = await makeSeller(stack);
    const theirs = await client('events:read');
    await expect(theirs.events.get({ id: event?.id ?? '' })).rejects.toBeInstanceOf(ResourceNotFound);
    expect((await theirs.events.list({})).result.items).toEqual([]);
    expect((await theirs.events.listNames({})).result.items).toEqual([]);
    await expect(theirs.events.ingest({ events: [] })).rejects.toMatchObject({ statusCode: 403 });
  });
});

describe('the client’s meters', () => {
  it('cannot count otherwise once they have counted', async () => {
    const polar = await client('events:write', 'meters:write', 'customer_meters:read');
    const count = { func: 'count' } as const;
    const named = (value: string) => ({
      conjunction: 'and' as const,
      clauses: [{ property: 'name', operator: 'eq' as const, value }],
    });
    const { id } = await polar.meters.create({ name: 'Calls', filter: named('upload'), aggregation: count });
    const ada = await customerOf();
    await polar.events.ingest({ events: [{ name: 'call', customerId: ada.id }] });
    const update = (meterUpdate: object) => polar.meters.update({ id, meterUpdate });
    expect(await update({ filter: named('call') })).toMatchObject({ filter: named('call') });
    await eventually(async () => {
      const { result } = await polar.customerMeters.list({ meterId: id });
      expect(result.items).toMatchObject([
        {
          customerId: ada.id,
          consumedUnits: 1,
          creditedUnits: 0,
          balance: -1,
          customer: { id: ada.id },
          meter: { id },
        },
      ]);
      const [item] = result.items;
      expect(await polar.customerMeters.get({ id: item?.id ?? '' })).toEqual(item);
    });
    expect(await update({ name: 'All calls', filter: named('call') })).toMatchObject({ name: 'All calls' });
    const sum = { func: 'sum', property: 'n' };
    for (const change of [{ filter: named('upload') }, { aggregation: sum }])
      await expect(update(change)).rejects.toBeInstanceOf(HTTPValidationError);
    await expect(update({ filter: named('upload'), aggregation: sum })).rejects.toMatchObject({
      detail: [
        { loc: ['body', 'filter'], type: 'forbidden' },
        { loc: ['body', 'aggregation'], type: 'forbidden' },
      ],
    });
  });
});
