/** Credit that goes on when a running subscription begins to charge for a meter, or no longer does. */
import type { EntityManager } from 'typeorm';
import { beginCredit } from '../../entitlements/granting/begin-credit.ts';
import { findSubscriptionsByIds } from '../../subscriptions/find.ts';
import {
  type AddedMeter,
  addedMeters,
  type FullSubscriptionMeter,
  findSubscriptionMeters,
  replaceMeters,
} from '../../subscriptions/meters.ts';
import type { Carry } from '../../subscriptions/start.ts';
import type { FullSubscription } from '../../subscriptions/view.ts';
import { countAllUsage } from '../../usage/counting/round.ts';
import { carryCredit } from '../../usage/entries/carry.ts';
import { passOnDropped } from '../../usage/entries/shared.ts';

/**
 * Credits added meters of running subscriptions with what their customers have left. Credit that a subscription gave
 * before its present period ends as with any other period: only what rolls over is left of it.
 */
export const carryAt =
  (now: Date): Carry =>
  async (em: EntityManager, added: readonly AddedMeter[]) => {
    const subscriptionIds = [...new Set(added.map(({ subscriptionId }) => subscriptionId))];
    const rows = await findSubscriptionsByIds(em, subscriptionIds);
    for (const organizationId of new Set(rows.map((row) => row.organizationId)))
      await countAllUsage(em, now, organizationId);
    await beginCredit(em, now, { subscriptionIds });
    return carryCredit(em, added);
  };

/** Switches a locked subscription to the meters of its new prices, and returns them. */
export const switchMeters = async (
  em: EntityManager,
  now: Date,
  {
    before: { row, meters: former },
    prices,
  }: { before: FullSubscription } & Pick<FullSubscription, 'prices'>,
): Promise<FullSubscriptionMeter[]> => {
  const meters = await replaceMeters(em, { id: row.id, now, prices });
  const added = addedMeters(row, meters, former);
  const isCarried = added.length > 0 && (await carryAt(now)(em, added));
  const dropped = addedMeters(row, former, meters).map(({ meterId }) => meterId);
  // After counting, which locks the usage before meters.
  await passOnDropped(em, row, dropped);
  return isCarried ? findSubscriptionMeters(em, [row.id]) : meters;
};
