/** Grants the benefits of purchases: paid orders of one-time products, and active subscriptions. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { type EventFacts, on } from '@tessera/kit/events/bus';
import { once } from '@tessera/kit/events/inbox';
import { orderPaid, subscriptionActive } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { givesBenefits } from '../../catalog/products/find.ts';
import { lockCustomers } from '../../customers/find.ts';
import { lockActiveSubscriptions } from '../../subscriptions/lock.ts';
import { beginCredit, metersOf } from './begin-credit.ts';
import { grantBenefits, type Scope } from './changes.ts';
import { beginsPeriod, cycleGrants, hasGrants } from './cycle.ts';
import { lockBenefitsOf } from './held.ts';

const consumer = 'grants';

export const consumePurchases = (billing: Billing): Promise<Stoppable> =>
  billing.bus.consume({
    name: consumer,
    begin: 'now',
    concurrency: 8,
    on: [
      on(orderPaid, async ({ orderId, subscriptionId, ...order }, event) => {
        if (!subscriptionId) await grant(billing, event, { ...order, scope: { orderId } });
        else if (order.billingReason !== 'subscription_create')
          await cycle(billing, event, { ...order, orderId, subscriptionId });
      }),
      on(subscriptionActive, ({ subscriptionId, ...subscription }, event) =>
        grant(billing, event, { ...subscription, scope: { subscriptionId } }),
      ),
    ],
  });

const grant = async (
  { db, now }: Billing,
  event: EventFacts,
  { customerId, productId, scope }: { customerId: string; productId: string; scope: Scope },
): Promise<boolean> =>
  // Benefits added to a product later are granted by `followProduct`: the purchase was there before.
  (await givesBenefits(db.manager, productId)) &&
  once(db, { consumer, eventId: event.id }, async (em) => {
    // Grants nothing if the customer was deleted or the subscription has ended: nothing would revoke it.
    const [customer] = await lockCustomers(em, [customerId]);
    if (!customer || !(await isHeld(em, scope))) return;
    // A concurrent deletion of a benefit waits, and then revokes what is granted here.
    const benefits = await lockBenefitsOf(em, productId);
    const meterIds = metersOf(benefits);
    if ('subscriptionId' in scope && meterIds.length > 0)
      await beginCredit(em, now(), { subscriptionIds: [scope.subscriptionId], meterIds });
    await grantBenefits(em, now(), { customer, benefits, scope });
  });

/** Grants nothing if the subscription is no longer active. */
const cycle = async (
  { db, now }: Billing,
  event: EventFacts,
  { orderId, subscriptionId, billingReason }: Record<'orderId' | 'subscriptionId' | 'billingReason', string>,
): Promise<boolean> =>
  (await hasGrants(db.manager, subscriptionId)) &&
  (billingReason === 'subscription_cycle' || (await beginsPeriod(db.manager, orderId))) &&
  once(db, { consumer, eventId: event.id }, async (em) => {
    if ((await lockActiveSubscriptions(em, [subscriptionId])).size > 0)
      await cycleGrants(em, now(), subscriptionId);
  });

/** An order counts for ever, a subscription while it is active. */
const isHeld = async (em: EntityManager, scope: Scope): Promise<boolean> =>
  'orderId' in scope || (await lockActiveSubscriptions(em, [scope.subscriptionId])).size > 0;
