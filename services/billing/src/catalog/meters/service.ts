/** Creates and updates meters. */
import { isDeepStrictEqual } from 'node:util';
import { organizationOfCreate } from '@tessera/kit/access/rules';
import { leavesAsIs } from '@tessera/kit/database/changes';
import { AppError } from '@tessera/kit/errors';
import type { Meter, MeterCreate, MeterUpdate } from '@tessera/proto/api/billing/meter';
import type { Caller } from '@tessera/proto/api/passport';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../../billing.ts';
import { MeterEntity, type MeterRow } from './entity.ts';

export const createMeter = async (billing: Billing, caller: Caller, body: MeterCreate): Promise<Meter> => {
  const { name, filter, aggregation, metadata = {} } = body;
  const row: MeterRow = {
    id: uuidv7(),
    createdAt: billing.now(),
    modifiedAt: null,
    organizationId: await organizationOfCreate(billing, caller, body.organizationId),
    name,
    filter,
    aggregation,
    metadata,
  };
  await billing.db.manager.insert(MeterEntity, row);
  return row;
};

const frozen = 'The meter has already counted events, so this cannot be changed.';

/** Throws a validation error when the filter or aggregation changes although the meter has counted events. */
export const updateMeter = (
  billing: Billing,
  { id, organizationId }: MeterRow,
  body: MeterUpdate,
): Promise<Meter> =>
  billing.db.transaction(async (em) => {
    // Blocks the counting of the organization's usage until the transaction ends.
    await em.query(`SELECT pg_advisory_xact_lock(hashtext('usage'), hashtext($1))`, [organizationId]);
    const meter = await em.findOneOrFail(MeterEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
    await refuseFrozen(billing, meter, body);
    const wished = {
      name: body.name ?? meter.name,
      filter: body.filter ?? meter.filter,
      aggregation: body.aggregation ?? meter.aggregation,
      metadata: body.metadata ?? meter.metadata,
    };
    if (leavesAsIs(meter, wished)) return meter;
    const changes = { ...wished, modifiedAt: billing.now() };
    await em.update(MeterEntity, { id }, changes);
    return { ...meter, ...changes };
  });

const refuseFrozen = async (billing: Billing, meter: MeterRow, body: MeterUpdate): Promise<void> => {
  const changed = (['filter', 'aggregation'] as const).filter(
    (key) => body[key] && !isDeepStrictEqual(body[key], meter[key]),
  );
  if (changed.length === 0) return;
  const { organizationId, filter } = meter;
  if (await billing.usage.some({ organizations: [organizationId], sources: ['user'], filter }))
    throw new AppError({
      name: 'RequestValidationError',
      status: 422,
      message: frozen,
      fields: changed.map((key) => ({ loc: ['body', key], msg: frozen, type: 'forbidden' })),
    });
};
