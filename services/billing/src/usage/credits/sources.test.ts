/** Credit by the grants that gave it, against a model that has each unit by itself. MODEL_RUNS, MODEL_SEED: as elsewhere. */
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import {
  type BillingStack,
  makeCustomer,
  makeMeter,
  makeSeller,
  startBilling,
  tokenOf,
} from '../../../test/factories.ts';
import { countUsage, makeMonths } from '../counting/worker.ts';
import { creditMeters, resetMeters } from './credits.ts';
import { findLeft, findSources } from './sources.ts';

const runs = z.coerce.number().int().positive().default(15).parse(process.env['MODEL_RUNS']);
const seed = z.coerce.number().int().optional().parse(process.env['MODEL_SEED']);

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
  await makeMonths(stack.billing);
});
afterAll(() => stack.stop());

type Step =
  | { kind: 'give'; by: number; units: number; rollover: boolean }
  | { kind: 'use'; units: number }
  | { kind: 'take'; by: number }
  /** The period of a grant ends, and the meter's with it; or the meter goes on at another price. */
  | { kind: 'end'; by: number }
  | { kind: 'reprice' };

const grants = 3;
const by = fc.nat({ max: grants - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('give' as const),
      by,
      units: fc.integer({ min: 1, max: 9 }),
      rollover: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('use' as const), units: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('take' as const), by }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('end' as const), by }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reprice' as const }) },
);

/** A single unit of credit. */
type Unit = { by: number; rollover: boolean };
type Model = { units: Unit[]; used: number };

/** What is left, where `first` uses up its own before that of others. */
const leftOf = ({ units, used }: Model, first?: number): Unit[] => {
  const own = units.filter((unit) => !unit.rollover && unit.by === first);
  const others = units.filter((unit) => !unit.rollover && unit.by !== first);
  return [...own, ...others, ...units.filter(({ rollover }) => rollover)].slice(used);
};

const apply = (model: Model, one: Step): Model => {
  if (one.kind === 'give') {
    const given = Array.from({ length: one.units }, () => ({ by: one.by, rollover: one.rollover }));
    return { ...model, units: [...model.units, ...given] };
  }
  if (one.kind === 'use') return { ...model, used: model.used + one.units };
  if (one.kind === 'reprice') return { units: leftOf(model), used: 0 };
  const isTaken = (unit: Unit): boolean => unit.by === one.by && !unit.rollover;
  if (one.kind === 'end') return { units: leftOf(model, one.by).filter((unit) => !isTaken(unit)), used: 0 };
  const taken = leftOf(model).filter(isTaken);
  return { ...model, units: model.units.filter((unit) => !taken.includes(unit)) };
};

const countBy = (units: readonly Unit[]) =>
  Array.from({ length: grants }, (_, at) =>
    [false, true].map(
      (rollover) => units.filter((unit) => unit.by === at && unit.rollover === rollover).length,
    ),
  );

const live = async (steps: readonly Step[]): Promise<void> => {
  const { organizationId } = await makeSeller(stack);
  const customer = await makeCustomer(stack, { organizationId });
  const meter = await makeMeter(stack, { organizationId });
  const about = { organizationId, customerId: customer.id, meterId: meter.id };
  const ids = Array.from({ length: grants }, () => uuidv7());
  const idOf = (at: number): string => ids[at] ?? '';
  const em = stack.db.manager;
  const now = stack.clock.now();
  const act = async (one: Step): Promise<void> => {
    if (one.kind === 'use') {
      const events = Array.from({ length: one.units }, () => ({ name: 'call', customer_id: customer.id }));
      const as = tokenOf(organizationId, 'events:write');
      expect((await stack.send('POST', '/events/ingest', { as, body: { events } })).status).toBe(200);
      while (await countUsage(stack.billing));
      return;
    }
    const credits = await findLeft(em, about);
    const isOwn = (it: { grantId: string }): boolean => 'by' in one && it.grantId === idOf(one.by);
    const unitsOf = (list: readonly { units: number }[]) => list.reduce((sum, { units }) => sum + units, 0);
    const own = credits.filter(isOwn);
    const others = credits.filter((credit) => !isOwn(credit));
    const closing = {
      meterId: meter.id,
      units: unitsOf(own),
      rolloverUnits: unitsOf(own.filter(({ rollover }) => rollover)),
      otherUnits: unitsOf(others.filter(({ rollover }) => !rollover)),
      grantIds: own.map(({ grantId }) => grantId),
      otherGrantIds: others.map(({ grantId }) => grantId),
    };
    await stack.db.transaction(async (inner) => {
      if (one.kind === 'reprice') return resetMeters(inner, now, [about], { isPart: true });
      if (one.kind === 'end') return resetMeters(inner, now, [about], { own: [closing] });
      const source = { grantId: idOf(one.by), subscriptionId: null };
      if (one.kind === 'give')
        return creditMeters(inner, now, [{ ...about, units: one.units, rollover: one.rollover, source }]);
      const taken = own.filter(({ left, rollover }) => !rollover && left > 0);
      return creditMeters(
        inner,
        now,
        taken.map(({ left }) => ({ ...about, units: 0 - left, rollover: false, source })),
      );
    });
  };
  let model: Model = { units: [], used: 0 };
  for (const one of steps) {
    await act(one);
    model = apply(model, one);
    const left = (await findLeft(em, about)).flatMap(({ grantId, rollover, left: units }) =>
      Array.from({ length: units }, () => ({ by: ids.indexOf(grantId), rollover })),
    );
    expect([one, countBy(left)]).toEqual([one, countBy(leftOf(model))]);
    const units = (await findSources(em, about)).reduce((sum, credit) => sum + credit.units, 0);
    const [held] = await em.query('SELECT credited_units FROM customer_meters WHERE customer_id = $1', [
      customer.id,
    ]);
    expect([units, held?.credited_units ?? 0]).toEqual([model.units.length, model.units.length]);
  }
};

describe('the credit of a meter', () => {
  it('is used up in one order, and what is taken of a grant is what is left of its own', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14, size: 'max' }), live), {
      numRuns: runs,
      ...(seed !== undefined && { seed }),
      includeErrorInReport: true,
    });
  }, 120_000);
});
