/** Benefit queries for other folders. */
import { findRowsByIds } from '@tessera/kit/database/rows';
import { kitErrors } from '@tessera/kit/errors';
import { type EntityManager, In, IsNull } from 'typeorm';
import { BenefitEntity, type BenefitRow } from './entity.ts';

/** Benefits by id, including deleted ones, in no particular order. */
export const findBenefitsByIds = async (em: EntityManager, ids: readonly string[]): Promise<BenefitRow[]> =>
  findRowsByIds(em, BenefitEntity, ids);

/** Those of the benefits that are not deleted, locked against deletion until the transaction ends. */
export const lockBenefits = async (em: EntityManager, ids: readonly string[]): Promise<BenefitRow[]> =>
  ids.length === 0
    ? []
    : em.find(BenefitEntity, {
        where: { id: In([...new Set(ids)]), deletedAt: IsNull() },
        order: { id: 'ASC' },
        lock: { mode: 'for_key_share' },
      });

/** A benefit that is not deleted, or null. */
export const findBenefit = (em: EntityManager, { id }: { id: string }): Promise<BenefitRow | null> =>
  em.findOneBy(BenefitEntity, { id, deletedAt: IsNull() });

/** A benefit that is not deleted, locked until the transaction ends. Throws ResourceNotFound. */
export const lockBenefit = async (em: EntityManager, id: string): Promise<BenefitRow> => {
  const benefit = await em.findOne(BenefitEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!benefit || benefit.deletedAt) throw kitErrors.ResourceNotFound();
  return benefit;
};

/**
 * Benefits by id, locked against changes until the transaction ends. Lock order: benefits before products, as the
 * deletion of a benefit does.
 */
export const lockBenefitsByIds = async (em: EntityManager, ids: readonly string[]): Promise<BenefitRow[]> =>
  ids.length === 0
    ? []
    : em.find(BenefitEntity, {
        where: { id: In([...new Set(ids)]) },
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_read' },
      });
