/** Grants whose benefit gives something else than before (contracts/billing-behaviour.md, section 7). */
import { isDeepStrictEqual } from 'node:util';
import { benefitGrantUpdated } from '@tessera/proto/events/billing';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import { findCustomersByIds } from '../../customers/find.ts';
import { markStatesChanged } from '../../customers/marks.ts';
import { emitAll } from '../../events.ts';
import { GrantEntity } from './entity.ts';
import { kindOf } from './kinds/all.ts';
import { grantEvent } from './view.ts';

/** Hands over anew to those of these grants that are granted and have something else. The benefit must be held. */
export const updateGrants = async (
  em: EntityManager,
  now: Date,
  { benefit, ids }: { benefit: BenefitRow; ids: string[] },
): Promise<void> => {
  const properties = await kindOf(benefit.type).grant(em, benefit);
  const rows = await em.find(GrantEntity, {
    where: { id: In(ids), grantedAt: Not(IsNull()) },
    lock: { mode: 'pessimistic_write' },
    order: { id: 'ASC' },
  });
  const outdated = rows.filter((row) => !isDeepStrictEqual(row.properties, properties));
  if (outdated.length === 0) return;
  const customerIds = outdated.map(({ customerId }) => customerId);
  const found = new Map((await findCustomersByIds(em, customerIds)).map((one) => [one.id, one]));
  const changes = { properties, modifiedAt: now };
  await em.update(GrantEntity, { id: In(outdated.map(({ id }) => id)) }, changes);
  const told = outdated.flatMap((row) => {
    const customer = found.get(row.customerId);
    const facts = { row: { ...row, ...changes }, benefit, previousProperties: row.properties };
    return customer ? [grantEvent(benefitGrantUpdated, { ...facts, customer })] : [];
  });
  await emitAll(em, told);
  await markStatesChanged(em, customerIds);
};
