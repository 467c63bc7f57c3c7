/** Deletes benefits. */
import { kitErrors } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import { benefitUpdated } from '@tessera/proto/events/billing';
import type { Billing } from '../billing.ts';
import { BenefitEntity, type BenefitRow } from '../catalog/benefits/entity.ts';
import { emitBenefit } from '../catalog/benefits/events.ts';
import { lockBenefit } from '../catalog/benefits/find.ts';
import { noteCatalogChange } from '../catalog/changes/entity.ts';
import { detachBenefit } from '../catalog/products/benefits.ts';

/** Soft-deletes a benefit and removes it from its products. Grants are revoked in the background. */
export const deleteBenefit = async (billing: Billing, { id }: BenefitRow): Promise<void> => {
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
