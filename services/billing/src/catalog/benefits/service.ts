/** Creates and updates benefits. */
import { organizationOfCreate } from '@tessera/kit/access/rules';
import { leavesAsIs } from '@tessera/kit/database/changes';
import { refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type { Benefit, BenefitCreate, BenefitUpdate } from '@tessera/proto/api/billing/benefit';
import type { Caller } from '@tessera/proto/api/passport';
import { benefitCreated, benefitUpdated } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../../billing.ts';
import { noteCatalogChange } from '../changes/entity.ts';
import { checkRole } from './discord-role.ts';
import { BenefitEntity, type BenefitRow } from './entity.ts';
import { emitBenefit } from './events.ts';
import { lockBenefit } from './find.ts';
import { changedProperties, readProperties } from './properties.ts';
import { givesOtherwise } from './rules.ts';
import { viewBenefit } from './view.ts';

export const createBenefit = async (
  billing: Billing,
  caller: Caller,
  body: BenefitCreate,
): Promise<Benefit> => {
  const organizationId = await organizationOfCreate(billing, caller, body.organizationId);
  await checkRole(billing, organizationId, { body });
  const facts = {
    id: uuidv7(),
    createdAt: billing.now(),
    modifiedAt: null,
    deletedAt: null,
    organizationId,
    description: body.description,
    selectable: true,
    deletable: true,
    metadata: body.metadata ?? {},
  };
  return transact(billing.db, async (em) => {
    const row: BenefitRow = {
      ...facts,
      ...(await readProperties(billing, em, { organizationId, given: body })),
    };
    await em.insert(BenefitEntity, row);
    await emitBenefit(em, benefitCreated, row);
    return viewBenefit(row);
  });
};

export const updateBenefit = async (
  billing: Billing,
  seen: BenefitRow,
  body: BenefitUpdate,
): Promise<Benefit> => {
  if (seen.type !== body.type)
    throw refuseField(['body', 'type'], `The type of this benefit is ${seen.type}.`);
  await checkRole(billing, seen.organizationId, { body, has: seen.properties });
  return transact(billing.db, async (em) => {
    const properties = await changedProperties(billing, em, { benefit: seen, body });
    const benefit = await lockBenefit(em, seen.id);
    const wished = {
      description: body.description ?? benefit.description,
      metadata: body.metadata ?? benefit.metadata,
      properties: properties ?? benefit.properties,
    };
    if (leavesAsIs<object>(benefit, wished)) return viewBenefit(benefit);
    const changes = { ...wished, modifiedAt: billing.now() };
    await em.update(BenefitEntity, { id: benefit.id }, changes as never);
    const updated = { ...benefit, ...changes } as BenefitRow;
    if (givesOtherwise(benefit, updated)) await noteCatalogChange(em, 'benefit_files', benefit);
    await emitBenefit(em, benefitUpdated, updated);
    return viewBenefit(updated);
  });
};
