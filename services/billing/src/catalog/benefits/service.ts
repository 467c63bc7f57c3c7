/** Creating and changing benefits. */

import { organizationOfCreate } from '@tessera/kit/access';
import { refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/outbox';
import type { Benefit, BenefitCreate, BenefitUpdate } from '@tessera/proto/api/billing/benefit';
import type { Caller } from '@tessera/proto/api/passport';
import { benefitCreated, benefitUpdated } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../../billing.ts';
import { BenefitEntity, type BenefitRow } from './entity.ts';
import { emitBenefit } from './events.ts';
import { lockBenefit } from './find.ts';
import { viewBenefit } from './view.ts';

export const createBenefit = async (
  billing: Billing,
  caller: Caller,
  body: BenefitCreate,
): Promise<Benefit> => {
  const row: BenefitRow = {
    id: uuidv7(),
    createdAt: billing.now(),
    modifiedAt: null,
    deletedAt: null,
    organizationId: await organizationOfCreate(billing, caller, body.organizationId),
    type: body.type,
    description: body.description,
    selectable: true,
    deletable: true,
    metadata: body.metadata ?? {},
    properties: { note: body.properties.note ?? null },
  };
  return transact(billing.db, async (em) => {
    await em.insert(BenefitEntity, row);
    await emitBenefit(em, benefitCreated, row);
    return viewBenefit(row);
  });
};

export const updateBenefit = async (
  billing: Billing,
  { id }: BenefitRow,
  body: BenefitUpdate,
): Promise<Benefit> =>
  transact(billing.db, async (em) => {
    const benefit = await lockBenefit(em, id);
    if (benefit.type !== body.type)
      throw refuseField(['body', 'type'], `The type of this benefit is ${benefit.type}.`);
    const changes = {
      description: body.description ?? benefit.description,
      metadata: body.metadata ?? benefit.metadata,
      properties: body.properties ? { note: body.properties.note ?? null } : benefit.properties,
      modifiedAt: billing.now(),
    };
    await em.update(BenefitEntity, { id: benefit.id }, changes);
    const updated: BenefitRow = { ...benefit, ...changes };
    await emitBenefit(em, benefitUpdated, updated);
    return viewBenefit(updated);
  });
