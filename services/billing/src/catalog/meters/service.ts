/** Creating, reading and changing meters. */

import { organizationOfCreate } from '@tessera/kit/access';
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

export const updateMeter = (billing: Billing, { id }: MeterRow, body: MeterUpdate): Promise<Meter> =>
  billing.db.transaction(async (em) => {
    const meter = await em.findOneOrFail(MeterEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
    const changes = {
      name: body.name ?? meter.name,
      filter: body.filter ?? meter.filter,
      aggregation: body.aggregation ?? meter.aggregation,
      metadata: body.metadata ?? meter.metadata,
      modifiedAt: billing.now(),
    };
    await em.update(MeterEntity, { id }, changes);
    return { ...meter, ...changes };
  });
