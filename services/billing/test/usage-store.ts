/** Conformance tests for every engine of the usage store. */
import type { Aggregation, Filter } from '@tessera/proto/api/billing/meter';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { countUsage, makeMonths } from '../src/usage/counting/worker.ts';
import { countedValue, funcOf, passes } from '../src/usage/filter.ts';
import type { EventFilter, EventRow, Sums, SumsQuery, UsageStore } from '../src/usage/store/store.ts';
import { type BillingStack, makeCustomer } from './factories.ts';
import { randomAggregations, randomEvents, randomFilters } from './random-usage.ts';

const noFilter: Filter = { conjunction: 'and', clauses: [] };
const firstPage = { page: 1, limit: 100, sorting: ['-timestamp'] };

/** `start` starts billing with the engine under test, without workers. */
export const describeUsageStore = (engine: string, start: () => Promise<BillingStack>): void => {
  let stack: BillingStack;
  let store: UsageStore;
  let organizationId: string;
  beforeAll(async () => {
    stack = await start();
    store = stack.billing.usage;
    await makeMonths(stack.billing);
  });
  beforeEach(() => {
    organizationId = uuidv7();
  });
  afterAll(() => stack.stop());

  const event = (values: Partial<EventRow> = {}): EventRow => ({
    id: uuidv7(),
    organizationId,
    timestamp: new Date('2026-01-10T12:00:00.123Z'),
    ingestedAt: new Date('2026-01-10T12:00:01.456Z'),
    source: 'user',
    name: 'call',
    customerId: null,
    externalCustomerId: null,
    externalId: null,
    voids: null,
    metadata: {},
    ...values,
  });
  const insert = async (...rows: EventRow[]): Promise<EventRow[]> => {
    await store.insert(rows);
    return rows;
  };
  const count = async (): Promise<void> => {
    while (await countUsage(stack.billing));
  };
  const idsOf = async (filter: Partial<EventFilter>, paging: object = {}): Promise<[string[], number]> => {
    const [rows, total] = await store.page(
      { organizations: [organizationId], sources: ['user', 'system'], ...filter },
      { ...firstPage, ...paging },
    );
    return [rows.map(({ id }) => id), total];
  };
  const sums = (values: Partial<SumsQuery> = {}): Promise<Sums[]> =>
    store.sums({
      organizations: [organizationId],
      filter: noFilter,
      aggregation: { func: 'sum', property: 'n' },
      from: new Date('2026-01-01T00:00:00Z'),
      through: new Date('2026-02-01T00:00:00Z'),
      interval: null,
      timezone: 'UTC',
      ...values,
    });

  describe(`events in ${engine}`, () => {
    it('are found as they were written', async () => {
      const customer = await makeCustomer(stack, { organizationId });
      const metadata = {
        text: 'it\'s "ä" \\ \u{1F600}\n',
        n: -0.1,
        large: 1e21,
        small: 1e-7,
        yes: true,
        no: false,
      };
      const [whole, bare] = await insert(
        event({ customerId: customer.id, externalId: 'one', metadata, name: `'; "quoted" \\ %` }),
        event({
          externalCustomerId: 'nobody',
          source: 'system',
          timestamp: new Date('1970-01-01T00:00:00Z'),
        }),
      );
      const kept = { voidedBy: null, isLate: false };
      expect(await store.find(whole?.id ?? '')).toEqual({ ...whole, ...kept });
      expect(await store.find(uuidv7())).toBeNull();
      for (const sources of [undefined, ['user', 'system'] as const])
        expect(await store.page({ organizations: [organizationId], sources }, firstPage)).toEqual([
          [
            { ...whole, ...kept },
            { ...bare, ...kept },
          ],
          2,
        ]);
    });

    it('count once by the name that their organization gave them, also of requests at once', async () => {
      const [first] = await insert(event({ externalId: 'one' }));
      const again = [
        event({ externalId: 'one' }),
        event({ externalId: 'two' }),
        event({ externalId: 'two' }),
      ];
      expect(await store.insert(again)).toEqual([again[0]?.id, again[2]?.id]);
      const racing = Array.from({ length: 8 }, () => event({ externalId: 'three' }));
      const left = await Promise.all(racing.map((row) => store.insert([row])));
      expect(left.flat()).toHaveLength(7);
      expect(await store.insert([event({ organizationId: uuidv7(), externalId: 'one' })])).toEqual([]);
      const [ids, total] = await idsOf({});
      expect([ids.includes(first?.id ?? ''), total]).toEqual([true, 3]);
    });

    it('come page by page, in either order, and only of whose they are', async () => {
      const rows = Array.from({ length: 7 }, (_, place) =>
        event({ timestamp: new Date(Date.UTC(2025, 11, 29 + Math.floor(place / 2))) }),
      );
      await insert(...rows, event({ organizationId: uuidv7() }));
      const inOrder = rows.map(({ id }) => id);
      const newest = inOrder.toReversed();
      expect(await idsOf({}, { limit: 3 })).toEqual([newest.slice(0, 3), 7]);
      expect(await idsOf({}, { limit: 3, page: 3 })).toEqual([newest.slice(6), 7]);
      expect(await idsOf({}, { limit: 3, page: 4 })).toEqual([[], 7]);
      expect(await idsOf({}, { sorting: ['timestamp'], limit: 4 })).toEqual([inOrder.slice(0, 4), 7]);
      expect(await idsOf({ organizations: [] })).toEqual([[], 0]);
      expect(await idsOf({ from: rows[2]?.timestamp, until: rows[4]?.timestamp })).toEqual([
        [inOrder[3], inOrder[2]],
        2,
      ]);
      expect(await store.some({ organizations: [organizationId] })).toBe(true);
      expect(await store.some({ organizations: [uuidv7()] })).toBe(false);
    });

    it('are walked from new to old, also where many have one time', async () => {
      const ada = await makeCustomer(stack, { organizationId, externalId: 'ada' });
      const rows = Array.from({ length: 7 }, (_, place) =>
        event({
          timestamp: new Date(Date.UTC(2025, 11, 31, 0, 0, 0, place < 5 ? 0 : place)),
          customerId: ada.id,
        }),
      );
      await insert(...rows.toReversed(), event({ organizationId: uuidv7() }), event({ name: 'other' }));
      const walk = async (filter: Omit<EventFilter, 'organizations'>) => {
        const found: string[] = [];
        for (let before: EventFilter['before']; ; ) {
          const part = await store.newest({ organizations: [organizationId], ...filter, before }, 2);
          found.push(...part.map(({ id }) => id));
          before = part.at(-1);
          if (!before) return found;
        }
      };
      const newest = rows.map(({ id }) => id).toReversed();
      expect((await walk({})).slice(1)).toEqual(newest);
      expect(await walk({ names: ['call'] })).toEqual(newest);
      expect(await walk({ customers: [ada.id], sources: ['user'] })).toEqual(newest);
      expect(await walk({ externalCustomers: ['ada'] })).toEqual(newest);
      expect(await store.newest({ organizations: [] }, 2)).toEqual([]);
    });

    it('are found by customer, name, source, letters and metadata', async () => {
      const ada = await makeCustomer(stack, { organizationId, externalId: 'ada' });
      const [byId, byName, unknown, other] = (
        await insert(
          event({ customerId: ada.id, metadata: { kind: 'a', n: 1.5, yes: true } }),
          event({ externalCustomerId: 'ada', name: 'Upload 100%', metadata: { kind: '1.5', n: 2 } }),
          event({ externalCustomerId: 'bob', source: 'system', metadata: { kind: 'true' } }),
          event({ name: 'b_c', metadata: { kind: true, n: 15 } }),
        )
      ).map(({ id }) => id);
      const found = async (filter: Partial<EventFilter>) => (await idsOf(filter))[0].toSorted();
      expect(await found({ customers: [ada.id] })).toEqual([byId, byName]);
      expect(await found({ customers: [] })).toEqual([]);
      expect(await found({ externalCustomers: ['ada'] })).toEqual([byId, byName]);
      expect(await found({ externalCustomers: ['bob', 'carl'] })).toEqual([unknown]);
      expect(await found({ names: ['call'] })).toEqual([byId, unknown]);
      expect(await found({ names: ['call'], sources: ['user'] })).toEqual([byId]);
      expect(await found({ query: '00%' })).toEqual([byName]);
      expect(await found({ query: 'B_' })).toEqual([other]);
      expect(await found({ query: '_' })).toEqual([other]);
      expect(await found({ metadata: { kind: ['a', '1.5'] } })).toEqual([byId, byName]);
      expect(await found({ metadata: { n: ['1.5'] } })).toEqual([byId]);
      expect(await found({ metadata: { kind: ['true'] } })).toEqual([unknown, other]);
      expect(await found({ metadata: { kind: ['true'], n: ['15'] } })).toEqual([other]);
      expect(await found({ metadata: { absent: [''] } })).toEqual([]);
      const filter: Filter = {
        conjunction: 'or',
        clauses: [
          { property: 'n', operator: 'gt', value: 10 },
          { property: 'name', operator: 'like', value: '%' },
        ],
      };
      expect(await found({ filter })).toEqual([byName, other]);
      expect(await store.some({ organizations: [organizationId], filter })).toBe(true);
    });

    it.each([
      ['Übertragung Łódź', ['ubertragung', 'LODZ', 'U\u0308BER']],
      ['Cafe\u0301 Straße', ['café', 'CAFE', 'strasse', 'STRAẞE']],
      ['İstanbul Ærø Œuvre Þór', ['istanbul', 'aero', 'oeuvre', 'thor']],
      ['Ёлка Ἀθῆναι', ['елка', 'αθηναι']],
      ['がく ＡＢＣ 50％', ['がく', 'abc', '0%']],
    ])('named %s are found by %j, without regard to case and accents', async (name, texts) => {
      const [named] = await insert(event({ name }), event({ name: 'か other' }));
      for (const form of ['NFC', 'NFD'])
        for (const query of texts) {
          const found = await idsOf({ query: query.normalize(form) });
          expect([query, form, ...found]).toEqual([query, form, [named?.id], 1]);
        }
      expect(await idsOf({ query: 'か', names: [name] })).toEqual([[], 0]);
    });

    it('show whose they became, what took them back, and what came late, once it was counted', async () => {
      const [early, voided] = await insert(
        event({ externalCustomerId: 'late', externalId: 'early' }),
        event({ externalId: 'wrong' }),
      );
      expect(await idsOf({ customers: [uuidv7()] })).toEqual([[], 0]);
      const customer = await makeCustomer(stack, { organizationId, externalId: 'late' });
      await count();
      expect(await idsOf({ customers: [customer.id] })).toEqual([[early?.id], 1]);
      expect(await store.find(early?.id ?? '')).toMatchObject({ customerId: customer.id });
      const by = uuidv7();
      await stack.db.query(`UPDATE usage_events SET voided_by = $2, is_late = true WHERE id = $1`, [
        voided?.id,
        by,
      ]);
      const [rows] = await store.page({ organizations: [organizationId], sources: ['user'] }, firstPage);
      expect(rows.find(({ id }) => id === voided?.id)).toMatchObject({ voidedBy: by, isLate: true });
      expect(await sums({ aggregation: { func: 'count' } })).toMatchObject([{ count: 1 }]);
    });
  });

  describe(`names of events in ${engine}`, () => {
    it('say how often, since when and until when, whether counted already or not', async () => {
      const ada = await makeCustomer(stack, { organizationId });
      const at = (day: number) => new Date(Date.UTC(2026, 0, day));
      await insert(
        event({ name: 'b', timestamp: at(2) }),
        event({ name: 'a', timestamp: at(5) }),
        event({ name: 'b', timestamp: at(1) }),
      );
      await count();
      await insert(
        event({ name: 'b', timestamp: at(9), customerId: ada.id }),
        event({ name: 'B', source: 'system' }),
      );
      const of = { organizations: [organizationId] };
      const listed = async (sorting: string[], more: object = {}) => {
        const [items, total] = await store.names({ ...of, ...more }, { page: 1, limit: 10, sorting });
        return [items.map(({ name }) => name), total];
      };
      const [items] = await store.names(of, { page: 1, limit: 1, sorting: ['-occurrences'] });
      expect(items).toEqual([
        { name: 'b', source: 'user', occurrences: 3, firstSeen: at(1), lastSeen: at(9) },
      ]);
      expect(await listed(['name'])).toEqual([['B', 'a', 'b'], 3]);
      expect(await listed(['-first_seen'])).toEqual([['B', 'a', 'b'], 3]);
      expect(await listed(['-last_seen'])).toEqual([['B', 'b', 'a'], 3]);
      expect(await listed(['name'], { sources: ['user'] })).toEqual([['a', 'b'], 2]);
      expect(await listed(['name'], { customers: [ada.id] })).toEqual([['b'], 1]);
      await insert(
        event({ name: 'b', timestamp: at(8), customerId: ada.id }),
        event({ name: 'c', timestamp: at(10), customerId: ada.id }),
      );
      const hers = await store.names(
        { ...of, customers: [ada.id] },
        { page: 1, limit: 1, sorting: ['-occurrences'] },
      );
      expect(hers).toEqual([
        [{ name: 'b', source: 'user', occurrences: 2, firstSeen: at(8), lastSeen: at(9) }],
        2,
      ]);
      expect(await listed(['-last_seen'], { customers: [ada.id] })).toEqual([['c', 'b'], 2]);
      expect(await store.names({ organizations: [] }, { page: 1, limit: 10, sorting: [] })).toEqual([[], 0]);
      expect(await store.names(of, { page: 3, limit: 2, sorting: ['name'] })).toEqual([[], 4]);
    });
  });

  describe(`sums in ${engine}`, () => {
    it('are exact, also of what floating point numbers cannot hold', async () => {
      const of = (...list: number[]) => insert(...list.map((n) => event({ metadata: { n } })));
      await of(0.1, 0.2, 1e21, -1e21, 2 ** 53, 1, 1e-7);
      await insert(event({ metadata: { n: '5' } }), event({ metadata: { n: true } }), event());
      const [whole] = await sums();
      expect(whole?.count).toBe(7);
      expect(Number(whole?.max)).toBe(1e21);
      expect(Number(whole?.min)).toBe(-1e21);
      expect(whole?.sum.replace(/0+$/, '')).toBe('9007199254740993.3000001');
      await of(1e308, 5e-324);
      const [extreme] = await sums();
      expect([extreme?.count, Number(extreme?.max), Number(extreme?.sum)]).toEqual([9, 1e308, 1e308]);
    });

    it('are of each period in a time zone, of different values too, with both ends of the range', async () => {
      const at = (time: string, n: number | string) => event({ timestamp: new Date(time), metadata: { n } });
      await insert(
        at('2025-10-24T21:59:59.999Z', 100),
        at('2025-10-24T22:00:00Z', 1),
        at('2025-10-26T00:30:00Z', 2),
        at('2025-10-26T01:30:00Z', 2),
        at('2025-10-26T23:00:00Z', 4),
        at('2025-10-27T12:00:00Z', 'a'),
        at('2025-10-27T12:00:00.001Z', 100),
      );
      const range = {
        from: new Date('2025-10-24T22:00:00Z'),
        through: new Date('2025-10-27T12:00:00Z'),
        timezone: 'Europe/Berlin',
      };
      const ask = async (interval: SumsQuery['interval'], aggregation?: Aggregation) =>
        (await sums({ ...range, interval, ...(aggregation && { aggregation }) }))
          .filter(({ count: events }) => events > 0)
          .toSorted((one, other) => one.bucket.getTime() - other.bucket.getTime())
          .map(({ bucket, count: events, sum }) => [bucket.toISOString().slice(0, 16), events, Number(sum)]);
      expect(await ask('day')).toEqual([
        ['2025-10-24T22:00', 1, 1],
        ['2025-10-25T22:00', 2, 4],
        ['2025-10-26T23:00', 1, 4],
      ]);
      expect(await ask('hour')).toEqual([
        ['2025-10-24T22:00', 1, 1],
        ['2025-10-26T00:00', 1, 2],
        ['2025-10-26T01:00', 1, 2],
        ['2025-10-26T23:00', 1, 4],
      ]);
      expect(await ask('week')).toEqual([
        ['2025-10-19T22:00', 3, 5],
        ['2025-10-26T23:00', 1, 4],
      ]);
      expect(await ask('month')).toEqual([['2025-09-30T22:00', 4, 9]]);
      expect(await ask('year')).toEqual([['2024-12-31T23:00', 4, 9]]);
      expect(await ask('day', { func: 'count', uniqueProperty: 'n' })).toEqual([
        ['2025-10-24T22:00', 1, 0],
        ['2025-10-25T22:00', 1, 0],
        ['2025-10-26T23:00', 2, 0],
      ]);
      expect(await ask('day', { func: 'count' })).toEqual([
        ['2025-10-24T22:00', 1, 0],
        ['2025-10-25T22:00', 2, 0],
        ['2025-10-26T23:00', 2, 0],
      ]);
      expect(await sums({ ...range, organizations: [] })).toEqual([]);
    });

    it('of random events are what plain code adds up', async () => {
      await fc.assert(
        fc.asyncProperty(
          randomEvents,
          fc.array(fc.tuple(randomFilters, randomAggregations), { minLength: 4, maxLength: 4 }),
          async (list, wanted) => {
            organizationId = uuidv7();
            const rows = await insert(
              ...list.map((one) => event({ ...one, timestamp: new Date(one.timestamp) })),
            );
            for (const [filter, aggregation] of wanted) {
              const [whole] = await sums({ filter, aggregation });
              expect({ filter, aggregation, ...figuresOf(whole) }).toEqual({
                filter,
                aggregation,
                ...naive(rows, filter, aggregation),
              });
              const passing = rows.filter((row) => passes(filter, row)).map(({ id }) => id);
              const [ids] = await idsOf({ filter });
              expect({ filter, ids: ids.toSorted() }).toEqual({ filter, ids: passing.toSorted() });
            }
          },
        ),
        { numRuns: 15, includeErrorInReport: true },
      );
    });
  });
};

/** The sums as numbers. `unique` has only a count, `count` has no values: their sum is 0, min and max are null. */
const figuresOf = (whole: Sums | undefined) => ({
  count: whole?.count ?? 0,
  sum: Number(whole?.sum ?? 0),
  min: whole?.min == null ? null : Number(whole.min),
  max: whole?.max == null ? null : Number(whole.max),
});

const naive = (rows: readonly EventRow[], filter: Filter, aggregation: Aggregation) => {
  const values = rows.flatMap((row) => {
    const value = passes(filter, row) ? countedValue(aggregation, row) : undefined;
    return value === undefined ? [] : [value];
  });
  const func = funcOf(aggregation);
  if (func === 'unique') return { count: new Set(values).size, sum: 0, min: null, max: null };
  if (func === 'count') return { count: values.length, sum: 0, min: null, max: null };
  const numbers = values.map(Number);
  const sum = numbers.reduce((total, value) => total + value, 0);
  return {
    count: values.length,
    sum: expect.closeTo(sum, sum > 1e9 ? -8 : 6),
    min: numbers.length ? Math.min(...numbers) : null,
    max: numbers.length ? Math.max(...numbers) : null,
  };
};
