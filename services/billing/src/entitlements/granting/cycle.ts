/** Renews grants when a new period of a subscription was paid: credits meters again, emits every grant as cycled. */
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { sql } from '@tessera/kit/database/sql';
import { benefitGrantCycled } from '@tessera/proto/events/billing';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { markStatesChanged } from '../../customers/marks.ts';
import { emitAll } from '../../events.ts';
import { findSubscription } from '../../subscriptions/find.ts';
import { GrantEntity } from '../grants/entity.ts';
import { findHandovers, type Handover, writeProperties } from '../grants/handovers.ts';
import { noteGrants } from '../grants/note.ts';
import { grantEvent } from '../grants/view.ts';
import { beginCredit } from './begin-credit.ts';
import { giveCredit, lastCredit } from './kinds/meter-credit.ts';

/** Whether a subscription has grants. Benefits added later start with their own grant. */
export const hasGrants = async (em: EntityManager, subscriptionId: string): Promise<boolean> =>
  (await readGranting(em, [subscriptionId])).has(subscriptionId);

const readGranting = readByIds(async (em, subscriptionIds) => {
  const rows = await sql<{ id: string }>(
    em,
    `SELECT DISTINCT subscription_id AS id FROM benefit_grants
     WHERE subscription_id = ANY($1::uuid[]) AND granted_at IS NOT NULL`,
    [subscriptionIds],
  );
  return new Map(rows.map(({ id }) => [id, true] as const));
});

/**
 * Whether a subscription's order begins a period: a change of product does if it changes the interval, and an upgrade
 * by a checkout.
 */
export const beginsPeriod = async (em: EntityManager, orderId: string): Promise<boolean> =>
  (
    await sql(
      em,
      `SELECT 1 FROM orders LEFT JOIN renewals ON renewals.order_id = orders.id
       WHERE orders.id = $1 AND (orders.checkout_id IS NOT NULL OR renewals.period_start IS NOT NULL)`,
      [orderId],
    )
  ).length > 0;

/**
 * Only meter credit is handed over again. Every grant is emitted, as what a seller gives outside of Tessera (a custom
 * benefit) may be periodic too. Grants of the current period are skipped.
 */
export const cycleGrants = async (em: EntityManager, now: Date, subscriptionId: string): Promise<void> => {
  const subscription = await findSubscription(em, { id: subscriptionId });
  if (!subscription) return;
  const rows = await em.find(GrantEntity, {
    where: { subscriptionId, grantedAt: Not(IsNull()) },
    lock: { mode: 'pessimistic_write' },
    order: { id: 'ASC' },
  });
  // After the grants: see "Lock order" in the README.
  if (rows.some((row) => lastCredit({ row })))
    await beginCredit(em, now, { subscriptionIds: [subscriptionId] });
  const begun = subscription.currentPeriodStart.toISOString();
  const handovers = (await findHandovers(em, rows)).filter((handover) => givenAt(handover) < begun);
  if (handovers.length === 0) return;
  const credits = handovers.filter(({ benefit }) => benefit.type === 'meter_credit');
  const given = await giveCredit(em, now, credits);
  const credited = new Map(credits.map(({ row }, index) => [row.id, given[index]]));
  const properties = new Map(handovers.map(({ row }) => [row.id, credited.get(row.id) ?? row.properties]));
  await writeProperties(em, handovers, properties);
  await em.update(GrantEntity, { id: In(handovers.map(({ row }) => row.id)) }, { modifiedAt: now });
  const events = handovers.map(({ row, customer, benefit }) =>
    grantEvent(benefitGrantCycled, {
      row: { ...row, properties: properties.get(row.id) ?? row.properties, modifiedAt: now },
      customer,
      benefit,
      previousProperties: row.properties,
    }),
  );
  await emitAll(em, events);
  await noteGrants(em, now, 'benefit.cycled', handovers);
  await markStatesChanged(
    em,
    handovers.map(({ customer }) => customer.id),
  );
};

/** When the grant was last handed over (ISO 8601). */
const givenAt = (handover: Handover): string =>
  lastCredit(handover)?.lastCreditedAt ?? handover.row.grantedAt?.toISOString() ?? '';
