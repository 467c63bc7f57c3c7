/** What ends with a benefit. */

import { requireManager } from '@tessera/kit/access';
import { kitErrors } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/outbox';
import type { Caller } from '@tessera/proto/api/passport';
import { benefitUpdated } from '@tessera/proto/events/billing';
import type { Billing } from '../billing.ts';
import { BenefitEntity } from '../catalog/benefits/entity.ts';
import { emitBenefit } from '../catalog/benefits/events.ts';
import { lockBenefit } from '../catalog/benefits/find.ts';
import { getReadableBenefit } from '../catalog/benefits/read.ts';
import { noteCatalogChange } from '../catalog/changes/entity.ts';
import { detachBenefit } from '../catalog/products/benefits.ts';

/** Deletes a benefit: its products lose it, and whoever has it loses it soon after. */
export const deleteBenefit = async (billing: Billing, caller: Caller, id: string): Promise<void> => {
  const seen = await getReadableBenefit(billing, caller, id);
  await requireManager(billing, caller, seen.organizationId);
  await transact(billing.db, async (em) => {
    const benefit = await lockBenefit(em, id);
    if (!benefit.deletable) throw kitErrors.NotPermitted('This benefit cannot be deleted.');
    const now = billing.now();
    const changes = { deletedAt: now, modifiedAt: now };
    await em.update(BenefitEntity, { id: benefit.id }, changes);
    await detachBenefit(em, benefit.id, now);
    await noteCatalogChange(em, 'benefit', benefit);
    await emitBenefit(em, benefitUpdated, { ...benefit, ...changes });
  });
};
