import { z } from 'zod';
import {
  fromWire,
  readPlainReply,
  readReply,
  timestamp,
  timestampInput,
  timestampOrUtcInput,
  toWire,
  wirePath,
} from './wire.ts';

const Price = z.object({ priceAmount: z.int(), createdAt: timestamp });
const Product = z.object({
  productName: z.string(),
  line1: z.string().optional(),
  allPrices: z.array(Price),
  metadata: z.record(z.string(), z.unknown()),
});

const product = {
  productName: 'Tea',
  allPrices: [{ priceAmount: 5, createdAt: new Date(0) }],
  metadata: { someKey: { innerKey: 1 } },
};

describe('toWire', () => {
  it('keeps the keys of a record, and spells what stands under them where it is declared', () => {
    const shape = z.object({ byName: z.record(z.string(), z.object({ accountId: z.string() })) });
    const value = { byName: { firstName: { accountId: '1' } } };
    const wire = { by_name: { firstName: { account_id: '1' } } };
    expect(toWire(shape, value, 'snake')).toEqual(wire);
    expect(fromWire(shape, wire, 'snake')).toEqual(value);
  });

  it('spells declared keys, however deep, and times as text, and leaves records alone', () => {
    const [productName, metadata, time] = ['Tea', { someKey: { innerKey: 1 } }, '1970-01-01T00:00:00.000Z'];
    expect(toWire(Product, product, 'snake')).toEqual({
      product_name: productName,
      all_prices: [{ price_amount: 5, created_at: time }],
      metadata,
    });
    expect(toWire(Product, product, 'camel')).toEqual({
      productName,
      allPrices: [{ priceAmount: 5, createdAt: time }],
      metadata,
    });
  });

  it('drops what no shape declares', () => {
    expect(toWire(Product, { ...product, passwordHash: 'x' }, 'snake')).not.toHaveProperty('passwordHash');
  });

  it('keeps what an open shape does not declare, as it is', () => {
    const open = z.object({ user: z.looseObject({ firstName: z.string() }) });
    expect(toWire(open, { user: { firstName: 'Ada', ownField: [1] }, other: 1 }, 'snake')).toEqual({
      user: { first_name: 'Ada', ownField: [1] },
    });
    expect(toWire(z.strictObject({ a: z.number() }), { a: 1, b: 2 }, 'snake')).toEqual({ a: 1 });
  });

  it('spells the keys of each option of a union, through wrappers', () => {
    const Either = z.union([z.object({ leftSide: z.int() }), z.object({ rightSide: z.int() })]).nullable();
    expect(toWire(Either, { rightSide: 1 }, 'snake')).toEqual({ right_side: 1 });
    expect(toWire(Either, null, 'snake')).toBeNull();
  });

  it('spells a shape that contains itself, on every level', () => {
    type Tree = { nodeName: string; firstChild: Tree | null; moreChildren: Tree[] };
    const Tree: z.ZodType<Tree> = z.object({
      nodeName: z.string(),
      firstChild: z.lazy(() => Tree).nullable(),
      moreChildren: z.array(z.lazy(() => Tree)),
    });
    const leaf: Tree = { nodeName: 'leaf', firstChild: null, moreChildren: [] };
    const value = { nodeName: 'root', firstChild: { ...leaf, firstChild: leaf }, moreChildren: [leaf] };
    const wire = { node_name: 'leaf', first_child: null, more_children: [] };
    expect(toWire(Tree, value, 'snake')).toEqual({
      node_name: 'root',
      first_child: { ...wire, first_child: wire },
      more_children: [wire],
    });
    expect(fromWire(Tree, toWire(Tree, value, 'snake'), 'snake')).toEqual(value);
  });

  it('spells a shape that contains itself through a union', () => {
    const Clause = z.object({ someProperty: z.string() });
    type Filter = { allClauses: (Filter | z.infer<typeof Clause>)[]; orElse?: Filter | null | undefined };
    const Filter: z.ZodType<Filter> = z.object({
      allClauses: z.array(z.union([Clause, z.lazy(() => Filter)])),
      orElse: z.lazy(() => Filter).nullish(),
    });
    const value: Filter = {
      allClauses: [{ someProperty: 'a' }, { allClauses: [{ someProperty: 'b' }] }],
      orElse: { allClauses: [] },
    };
    expect(toWire(Filter, value, 'snake')).toEqual({
      all_clauses: [{ some_property: 'a' }, { all_clauses: [{ some_property: 'b' }] }],
      or_else: { all_clauses: [] },
    });
  });
});

describe('fromWire', () => {
  it('spells declared keys as in code and leaves out those that the shape does not look at', () => {
    expect(fromWire(Product, { product_name: 'Tea', strange_key: 1 }, 'snake')).toEqual({
      productName: 'Tea',
    });
  });

  it('does not look at what stands under undeclared keys, however many they are', () => {
    let isWalked = false;
    const strange = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`k${at}`, {}]));
    Object.defineProperty(strange, 'secret', {
      enumerable: true,
      get: () => {
        isWalked = true;
        return 1;
      },
    });
    expect(fromWire(Product, { ...{ product_name: 'Tea' }, all_prices: [strange] }, 'snake')).toEqual({
      productName: 'Tea',
      allPrices: [{}],
    });
    expect(isWalked).toBe(false);
  });

  it('keeps undeclared keys for shapes that judge them: open ones all, strict ones a few to be named', () => {
    const strange = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, at]));
    const open = fromWire(
      z.looseObject({ firstName: z.string() }),
      { first_name: 'Ada', ...strange },
      'snake',
    );
    expect(open).toEqual({ firstName: 'Ada', ...strange });
    const strict = z.strictObject({ firstName: z.string() });
    const value = fromWire(strict, { first_name: 'Ada', ...strange }, 'snake') as object;
    expect(strict.safeParse(value).success).toBe(false);
    expect(Object.keys(value).length).toBeLessThan(20);
    const either = z.union([z.object({ firstName: z.string() }), z.record(z.string(), z.number())]);
    expect(fromWire(either, strange, 'snake')).toEqual(strange);
  });

  it('keeps one item more than a list may have, for the shape to refuse', () => {
    const list = z.object({ items: z.array(z.string()).max(3).nullish() });
    const value = fromWire(list, { items: Array.from({ length: 50_000 }, () => 'x') }, 'snake');
    expect(value).toEqual({ items: ['x', 'x', 'x', 'x'] });
    expect(list.safeParse(value).error?.issues).toMatchObject([{ code: 'too_big', maximum: 3 }]);
    const endless = z.object({ items: z.array(z.string()).max(3).or(z.array(z.number())) });
    expect((fromWire(endless, { items: Array(50).fill(1) }, 'snake') as { items: [] }).items).toHaveLength(
      50,
    );
  });

  it('does not take a declared key in the spelling of the code', () => {
    expect(fromWire(Product, { productName: 'Tea' }, 'snake')).toEqual({});
  });

  it('carries no prototype in', () => {
    const value = fromWire(Product, JSON.parse('{"__proto__": {"isAdmin": true}}'), 'snake');
    expect((value as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it.each([undefined, null, 'text', 7, [1, 2]])('passes %p, which is no object, as it is', (value) => {
    expect(fromWire(Product, value, 'snake')).toEqual(value);
  });
});

describe('readReply', () => {
  it('turns date-times into dates where the shape has one, and only there', () => {
    const read = readReply(
      Product,
      {
        product_name: '2026-01-01T00:00:00Z',
        all_prices: [{ price_amount: 1, created_at: '2026-01-01T00:00:00Z' }],
        metadata: { at: '2026-01-01T00:00:00Z' },
      },
      'snake',
    );
    expect(read.allPrices[0]?.createdAt).toEqual(new Date('2026-01-01T00:00:00Z'));
    expect([read.productName, read.metadata['at']]).toEqual(Array(2).fill('2026-01-01T00:00:00Z'));
  });
});

describe('readPlainReply', () => {
  it('spells keys as in code and leaves date-times the text that they are', () => {
    const at = '2026-01-01T00:00:00.123456Z';
    const read = readPlainReply(
      Product,
      {
        product_name: 'Course',
        all_prices: [{ price_amount: 1, created_at: at }],
        metadata: { some_key: 1 },
      },
      'snake',
    );
    expect(read).toEqual({
      productName: 'Course',
      allPrices: [{ priceAmount: 1, createdAt: at }],
      metadata: { some_key: 1 },
    });
  });
});

describe('wirePath', () => {
  it('spells declared segments only', () => {
    expect(wirePath(Product, ['allPrices', 0, 'priceAmount'], 'snake')).toEqual([
      'all_prices',
      0,
      'price_amount',
    ]);
    expect(wirePath(Product, ['metadata', 'someKey'], 'snake')).toEqual(['metadata', 'someKey']);
    expect(wirePath(Product, ['allPrices'], 'camel')).toEqual(['allPrices']);
  });
});

describe('timestampInput', () => {
  it('takes an offset and refuses a time without one', () => {
    expect(timestampInput.parse('2026-01-01T02:00:00+02:00')).toEqual(new Date('2026-01-01T00:00:00Z'));
    expect(timestampInput.safeParse('2026-01-01T02:00:00').success).toBe(false);
  });

  it.each([
    '2026-01-01T02:00:00+02:00',
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01T00:00:00.000',
  ])('takes %s as UTC where an offset may be absent', (text) => {
    expect(timestampOrUtcInput.parse(text)).toEqual(new Date('2026-01-01T00:00:00Z'));
  });

  it.each(['9999-12-31T23:00:00-02:00', '0001-01-01T00:00:00+01:00', '0000-06-01T00:00:00Z'])(
    'refuses %s, which a reply would spell with another number of digits than four',
    (text) => {
      for (const input of [timestampInput, timestampOrUtcInput])
        expect(input.safeParse(text).error?.issues[0]?.message).toBe('Must be in the years 1 to 9999');
    },
  );

  it.each(['9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z'])('takes %s, the utmost', (text) => {
    for (const input of [timestampInput, timestampOrUtcInput])
      expect(input.parse(text)).toEqual(new Date(text));
  });

  it('refuses what is no point in time, with or without an offset', () => {
    for (const text of ['2026-01-01', '2026-13-01T00:00:00', 'tomorrow', '2026-01-01T00:00:00-2'])
      expect(timestampOrUtcInput.safeParse(text).success).toBe(false);
  });
});
