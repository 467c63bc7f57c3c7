/** Updates grants whose benefit was edited (contracts/billing-behaviour.md, section 7). */
import { isDeepStrictEqual } from 'node:util';
import { benefitGrantUpdated } from '@tessera/proto/events/billing';
import { type EntityManager, In, IsNull } from 'typeorm';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import { findCustomersByIds } from '../../customers/find.ts';
import { markStatesChanged } from '../../customers/marks.ts';
import { emitAll } from '../../events.ts';
import { GrantEntity } from '../grants/entity.ts';
import { writeProperties } from '../grants/handovers.ts';
import { noteGrants } from '../grants/note.ts';
import { grantEvent } from '../grants/view.ts';
import { handOverAll, kindOf } from './kinds/all.ts';

/**
 * Hands over those of the grants again that are not revoked. Emits those whose properties changed, or all if the type
 * `changesElsewhere`. The benefit must be locked.
 */
export const updateGrants = async (
  em: EntityManager,
  now: Date,
  { benefit, ids }: { benefit: BenefitRow; ids: string[] },
): Promise<void> => {
  const rows = await em.find(GrantEntity, {
    where: { id: In(ids), revokedAt: IsNull() },
    lock: { mode: 'pessimistic_write' },
    order: { id: 'ASC' },
  });
  const customers = await findCustomersByIds(
    em,
    rows.map(({ customerId }) => customerId),
  );
  const handovers = rows.flatMap((row) => {
    const customer = customers.find(({ id }) => id === row.customerId);
    return customer ? [{ row, customer, benefit }] : [];
  });
  const given = await handOverAll(em, now, { step: 'update', handovers });
  await writeProperties(em, handovers, given);
  const { changesElsewhere = false } = kindOf(benefit.type);
  const changed = handovers.filter(
    ({ row }) => changesElsewhere || !isDeepStrictEqual(given.get(row.id), row.properties),
  );
  if (changed.length === 0) return;
  await em.update(GrantEntity, { id: In(changed.map(({ row }) => row.id)) }, { modifiedAt: now });
  const events = changed.map(({ row, customer }) =>
    grantEvent(benefitGrantUpdated, {
      row: { ...row, properties: given.get(row.id) ?? row.properties, modifiedAt: now },
      customer,
      benefit,
      previousProperties: row.properties,
    }),
  );
  await emitAll(em, events);
  await noteGrants(em, now, 'benefit.updated', changed);
  await markStatesChanged(
    em,
    changed.map(({ customer }) => customer.id),
  );
};
