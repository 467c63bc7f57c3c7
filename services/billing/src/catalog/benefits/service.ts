/** Creating, changing and deleting benefits. */
import { kitErrors, refuseField } from '@tessera/kit/errors';
import { emit, transact } from '@tessera/kit/outbox';
import { Benefit, type BenefitCreate, type BenefitUpdate } from '@tessera/proto/api/billing/benefit';
import type { Caller } from '@tessera/proto/api/passport';
import { toWire } from '@tessera/proto/api/wire';
import { benefitCreated, benefitUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { assertMayRead, assertMayWrite, organizationOfCreate } from '../../access/memberships/service.ts';
import type { Billing } from '../../billing.ts';
import { noteCatalogChange } from '../changes/entity.ts';
import { detachBenefit } from '../products/service.ts';
import { BenefitEntity, type BenefitRow } from './entity.ts';
import { findBenefitById } from './find.ts';
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
    await tellBenefit(em, benefitCreated, row);
    return viewBenefit(row);
  });
};

/** The benefit that a caller may see. Throws ResourceNotFound. */
export const getReadableBenefit = async (
  billing: Billing,
  caller: Caller,
  id: string,
): Promise<BenefitRow> => {
  const benefit = await findBenefitById(billing.db.manager, id);
  if (!benefit || benefit.deletedAt) throw kitErrors.ResourceNotFound();
  await assertMayRead(billing, caller, benefit.organizationId);
  return benefit;
};

export const getBenefit = async (billing: Billing, caller: Caller, id: string): Promise<Benefit> =>
  viewBenefit(await getReadableBenefit(billing, caller, id));

export const updateBenefit = async (
  billing: Billing,
  caller: Caller,
  { id, body }: { id: string; body: BenefitUpdate },
): Promise<Benefit> => {
  const seen = await getReadableBenefit(billing, caller, id);
  await assertMayWrite(billing, caller, seen.organizationId);
  return transact(billing.db, async (em) => {
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
    await tellBenefit(em, benefitUpdated, updated);
    return viewBenefit(updated);
  });
};

/** Deletes a benefit: its products lose it, and whoever has it loses it soon after. */
export const deleteBenefit = async (billing: Billing, caller: Caller, id: string): Promise<void> => {
  const seen = await getReadableBenefit(billing, caller, id);
  await assertMayWrite(billing, caller, seen.organizationId);
  await transact(billing.db, async (em) => {
    const benefit = await lockBenefit(em, id);
    if (!benefit.deletable) throw kitErrors.NotPermitted('This benefit cannot be deleted.');
    const now = billing.now();
    const changes = { deletedAt: now, modifiedAt: now };
    await em.update(BenefitEntity, { id: benefit.id }, changes);
    await detachBenefit(em, benefit.id, now);
    await noteCatalogChange(em, 'benefit', benefit);
    await tellBenefit(em, benefitUpdated, { ...benefit, ...changes });
  });
};

const lockBenefit = async (em: EntityManager, id: string): Promise<BenefitRow> => {
  const benefit = await em.findOne(BenefitEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!benefit || benefit.deletedAt) throw kitErrors.ResourceNotFound();
  return benefit;
};

const tellBenefit = (
  em: EntityManager,
  type: typeof benefitCreated | typeof benefitUpdated,
  benefit: BenefitRow,
): Promise<void> =>
  emit(em, type as typeof benefitUpdated, {
    benefitId: benefit.id,
    organizationId: benefit.organizationId,
    snapshot: JSON.stringify(toWire(Benefit, viewBenefit(benefit), 'snake')),
  });
