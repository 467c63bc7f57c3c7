/** Credit that customers have left when a subscription begins to charge for the meter. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';
import type { AddedMeter } from '../../subscriptions/meters.ts';
import { billableStatuses } from '../../subscriptions/rules.ts';
import { priceMeters, targetOf } from '../costs/accrue.ts';
import { countAllUsage } from '../counting/round.ts';
import { resetMeters } from '../credits/credits.ts';
import { lockCustomerMeters } from '../locks.ts';

/**
 * For meters that have just been added to subscriptions: whole units of credit that their customers have left pay for
 * what is used from now on, as the customers' meters say. The caller holds the subscriptions' locks. Returns whether
 * there was any.
 */
export const carryCredit = async (em: EntityManager, added: readonly AddedMeter[]): Promise<boolean> => {
  if (added.length === 0) return false;
  await lockCustomerMeters(em, added);
  const rows = await sql<{ id: string }>(
    em,
    `WITH ${targetOf('$1', '$2', '$3')}
     UPDATE subscription_meters sm SET credited_units = least(trunc(m.balance), 2147483647)::integer
     FROM target JOIN customer_meters m USING (customer_id, meter_id)
     WHERE sm.id = target.id AND m.balance >= 1
       AND (sm.subscription_id, sm.meter_id) IN (SELECT * FROM unnest($4::uuid[], $2::uuid[])) RETURNING sm.id`,
    [
      added.map(({ customerId }) => customerId),
      added.map(({ meterId }) => meterId),
      billableStatuses,
      added.map(({ subscriptionId }) => subscriptionId),
    ],
  );
  await priceMeters(
    em,
    rows.map(({ id }) => id),
  );
  return rows.length > 0;
};

/**
 * For a subscription that has just been resumed: its meters begin anew at `begin`. What was used during the pause is
 * not billed, and has used up credit; all that is left, also of what was bought meanwhile, pays for what follows.
 */
export const restartMeters = async (
  em: EntityManager,
  now: Date,
  { subscription, begin }: { subscription: SubscriptionRow; begin: Date },
): Promise<void> => {
  const { id, organizationId, customerId } = subscription;
  const paid = await sql<{ meterId: string }>(
    em,
    'SELECT meter_id AS "meterId" FROM subscription_meters WHERE subscription_id = $1 ORDER BY meter_id',
    [id],
  );
  if (paid.length === 0) return;
  await countAllUsage(em, now, organizationId);
  const pairs = paid.map(({ meterId }) => ({ customerId, meterId }));
  await lockCustomerMeters(em, pairs);
  // Those that another subscription pays for by now go on as they are.
  const rows = await sql<{ meterId: string }>(
    em,
    `WITH ${targetOf('$1', '$2', '$3')}
     UPDATE subscription_meters sm SET credited_units = 0 FROM target
     WHERE sm.id = target.id AND sm.subscription_id = $4 RETURNING sm.meter_id AS "meterId"`,
    [[customerId], paid.map(({ meterId }) => meterId), billableStatuses, id],
  );
  await resetMeters(
    em,
    now,
    rows.map(({ meterId }) => ({ organizationId, customerId, meterId })),
    { begin, isPart: true },
  );
};
