/**
 * A year of random use against a model: events that come late, twice or are taken back; credit that is given, rolls
 * over and is taken back; credit that was bought; a first month that is free; tiers, packages, caps and minimums;
 * another price in the middle of a period; an end in the middle of one. MODEL_RUNS: how many years; MODEL_SEED:
 * certain ones.
 */
import { eventually } from '@tessera/kit/test/eventually';
import { Big } from 'big.js';
import fc from 'fast-check';
import {
  type BillingStack,
  makeBenefit,
  makeMeter,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { modelRuns } from '../../test/model-runs.ts';
import { day, subscribersOf } from '../../test/subscribers.ts';
import { BenefitEntity, type BenefitRow } from '../catalog/benefits/entity.ts';
import { amountOf, type UnitPrice } from '../usage/costs/amount.ts';
import { creditMeters } from '../usage/credits/credits.ts';

let stack: BillingStack;
let seller: Seller;
let sub: ReturnType<typeof subscribersOf>;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const tiersOf = (tierType: 'graduated' | 'volume') => ({
  tierType,
  tiers: [
    { maxUnits: 10, unitAmount: '5', flatAmount: 25 },
    { maxUnits: 60, unitAmount: '2.333333333333', flatAmount: 0 },
    { maxUnits: null, unitAmount: '0', flatAmount: 3 },
  ],
});
const tariff = { unitTiers: null, packageSize: null, minimumAmount: null };
const terms: Required<UnitPrice>[] = [
  { unitAmount: '0.333333333333', capAmount: null, tariff: null },
  { unitAmount: '12.5', capAmount: 90, tariff: null },
  { unitAmount: '7', capAmount: 0, tariff: null },
  { unitAmount: '199.999999999999', capAmount: null, tariff: null },
  { unitAmount: '5', capAmount: null, tariff: { ...tariff, packageSize: 7 } },
  { unitAmount: '5', capAmount: null, tariff: { ...tariff, minimumAmount: 120 } },
  { unitAmount: '5', capAmount: 900, tariff: { ...tariff, unitTiers: tiersOf('graduated') } },
  {
    unitAmount: '5',
    capAmount: null,
    tariff: { ...tariff, unitTiers: tiersOf('volume'), minimumAmount: 10 },
  },
];

type Use = { n: number; isLate: boolean; isTwice: boolean; isVoided: boolean };
type Year = {
  /** Of each month what is used before and after its middle. */
  months: [Use[], Use[]][];
  first: number;
  /** Where and to which terms the price changes, in the middle of a month. */
  change: { month: number; to: number } | null;
  credit: { units: number; rollover: boolean } | null;
  /** Units bought apart from the subscription, which roll over. */
  pack: number;
  hasTrial: boolean;
};

const uses = fc.array(
  fc.record({
    n: fc.integer({ min: 0, max: 400 }).map((n) => n / 8),
    isLate: fc.boolean(),
    isTwice: fc.boolean(),
    isVoided: fc.boolean(),
  }),
  { maxLength: 3 },
);
const index = fc.integer({ min: 0, max: terms.length - 1 });
const years: fc.Arbitrary<Year> = fc.record({
  months: fc.array(fc.tuple(uses, uses), { minLength: 12, maxLength: 12 }),
  first: index,
  change: fc.option(fc.record({ month: fc.integer({ min: 0, max: 11 }), to: index })),
  credit: fc.option(fc.record({ units: fc.integer({ min: 1, max: 120 }), rollover: fc.boolean() })),
  pack: fc.constantFrom(0, 0, 5, 60),
  hasTrial: fc.boolean(),
});

/** What a customer's meter holds, and what waits for the next order. */
class Model {
  consumed = new Big(0);
  credited = 0;
  rollover = 0;
  waiting = 0;
  /** Whether there is a line for the order that comes. */
  hasLine = false;
  price: UnitPrice;
  readonly credit: Year['credit'];
  isFree: boolean;
  /** In a trial: what is left of the subscription's own credit, which alone is used up. */
  own: number;
  constructor(price: UnitPrice, { credit, pack, hasTrial }: Year) {
    this.price = price;
    this.credit = credit;
    this.give();
    this.credited += pack;
    this.rollover += pack;
    this.isFree = hasTrial;
    this.own = hasTrial ? (credit?.units ?? 0) : Number.POSITIVE_INFINITY;
  }
  give(): void {
    this.credited += this.credit?.units ?? 0;
    this.rollover += this.credit?.rollover ? this.credit.units : 0;
  }
  /** `isPart`: the period goes on at another price, and what is left of its credit with it. */
  close({ isPart = false } = {}): void {
    const used = { consumedUnits: this.consumed.toFixed(), creditedUnits: this.credited };
    const amount = this.isFree ? 0 : amountOf(this.price, used, { isPart });
    this.hasLine ||= !this.isFree && (amount > 0 || this.credited > 0 || this.consumed.gt(0));
    this.waiting += amount;
    const unused = Math.max(0, Math.trunc(this.credited - Number(this.consumed)));
    const left = Math.max(unused, this.credited - this.own);
    const bought = this.rollover - (this.credit?.rollover ? this.own : 0);
    this.rollover = Math.max(Math.min(unused, this.rollover), this.isFree ? bought : 0);
    this.own -= this.credited - left;
    this.credited = isPart ? left : this.rollover;
    this.consumed = new Big(0);
    if (isPart) return;
    this.isFree = false;
    this.own = Number.POSITIVE_INFINITY;
  }
  order(): number {
    const amount = this.waiting;
    this.waiting = 0;
    this.hasLine = false;
    return amount;
  }
  revoke(): void {
    this.credited = Math.max(0, this.credited - (this.credit?.rollover ? this.credit.units : 0));
  }
}

const makeCredit = async (meterId: string, credit: NonNullable<Year['credit']>): Promise<BenefitRow> => {
  const plain = await makeBenefit(stack, { organizationId: seller.organizationId });
  const benefit: BenefitRow = { ...plain, type: 'meter_credit', properties: { meterId, ...credit } };
  await stack.db.manager.save(BenefitEntity, benefit);
  return benefit;
};

/** A customer who uses what is metered, at first on the terms of `year.first`. */
const subscribe = async (year: Year) => {
  const { organizationId } = seller;
  const aggregation = { func: 'sum', property: 'n' } as const;
  const meter = await makeMeter(stack, { organizationId, aggregation });
  const benefits = year.credit ? [await makeCredit(meter.id, year.credit)] : [];
  const productOn = (on: number) => ({
    organizationId,
    recurringInterval: 'month' as const,
    price: { amountType: 'metered_unit' as const, meterId: meter.id, meter, ...terms[on] },
    benefits,
    ...(year.hasTrial && { trialInterval: 'month' as const, trialIntervalCount: 1 }),
  });
  const sold = await sub.subscribe(productOn(year.first));
  const pack = {
    organizationId,
    customerId: sold.customerId,
    meterId: meter.id,
    units: year.pack,
    rollover: true,
  };
  if (pack.units > 0) await stack.db.transaction((em) => creditMeters(em, stack.clock.now(), [pack]));
  return { ...sold, meter, benefits, productOn };
};

const ingest = async (events: object[]): Promise<void> => {
  if (events.length === 0) return;
  const as = tokenOf(seller.organizationId, 'events:write');
  const { status, text } = await stack.send('POST', '/events/ingest', { as, body: { events } });
  if (status !== 200) throw new Error(text);
};

let names = 0;
/** Sends what is used; answers how many units of it count. */
const use = async (customerId: string, list: readonly Use[]): Promise<Big> => {
  const lateAt = new Date(stack.clock.now().getTime() - 45 * day);
  const named = list.map((one) => {
    names += 1;
    return { ...one, name: `use-${names}` };
  });
  const event = { name: 'call', customer_id: customerId };
  await ingest(
    named.flatMap(({ n, isLate, isTwice, name }) => {
      const one = { ...event, external_id: name, metadata: { n }, ...(isLate && { timestamp: lateAt }) };
      return isTwice ? [one, { ...one, metadata: { n: n + 1 } }] : [one];
    }),
  );
  await ingest(named.flatMap(({ isVoided, name }) => (isVoided ? [{ ...event, voids: name }] : [])));
  return named.reduce((sum, { n, isVoided }) => (isVoided ? sum : sum.plus(n)), new Big(0));
};

/** Until the customer's meter shows what the model holds. */
const agrees = (customerId: string, model: Model) =>
  eventually(async () => {
    const { items } = await sub.get(`/customer-meters/?customer_id=${customerId}`);
    const [shown = { consumed_units: 0, credited_units: 0, balance: 0 }] = items;
    const { consumed_units, credited_units, balance } = shown;
    const consumed = Number(model.consumed);
    expect([consumed_units, credited_units, balance]).toEqual([
      consumed,
      model.credited,
      model.credited - consumed,
    ]);
  });

const live = async (year: Year): Promise<void> => {
  stack.clock.set(new Date('2026-01-31T12:00:00Z'));
  // Every meter of a seller counts: the one of the year before as well.
  seller = await makeSeller(stack);
  sub = subscribersOf(stack, seller);
  const { id, customerId, productOn } = await subscribe(year);
  const model = new Model(terms[year.first] as UnitPrice, year);
  const expected = [0];
  const totals = async () =>
    (await sub.orders(id)).map(({ total_amount }: { total_amount: number }) => total_amount);
  for (const [month, [before, after]] of year.months.entries()) {
    await agrees(customerId, model);
    model.consumed = model.consumed.plus(await use(customerId, before));
    const { current_period_end: end } = await sub.subscription(id);
    stack.clock.set(new Date(stack.clock.now().getTime() + 10 * day));
    if (year.change?.month === month && year.change.to !== year.first) {
      const product = await makeProduct(stack, productOn(year.change.to));
      const { status, text } = await sub.send('PATCH', `/subscriptions/${id}`, { product_id: product.id });
      expect([status, text.slice(0, 300)]).toEqual([200, expect.any(String)]);
      model.close({ isPart: true });
      model.price = terms[year.change.to] as UnitPrice;
      await agrees(customerId, model);
    }
    model.consumed = model.consumed.plus(await use(customerId, after));
    if (month === year.months.length - 1) break;
    await sub.moveTo(end);
    model.close();
    expected.push(model.order());
    await sub.ordered(id, month + 2);
    model.give();
  }
  // It ends in the middle of its last period.
  await sub.send('DELETE', `/subscriptions/${id}`);
  model.close();
  if (model.hasLine) expected.push(model.order());
  await eventually(async () => {
    await sub.renew();
    expect(await totals()).toEqual(expected);
  });
  model.revoke();
  await agrees(customerId, model);
};

describe('a year of random use', () => {
  it('costs what a model says, order by order, and leaves the credit that it says', async () => {
    await fc.assert(fc.asyncProperty(years, live), { ...modelRuns({ usual: 3 }), endOnFailure: true });
  }, 3_600_000);
});
