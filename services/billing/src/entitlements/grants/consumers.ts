/** Benefits follow from what was bought: an order of something sold once, or a subscription that is active. */
import { type EventFacts, on, type Stoppable } from '@tessera/kit/bus';
import { once } from '@tessera/kit/inbox';
import { orderPaid, subscriptionActive } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { givesBenefits } from '../../catalog/products/find.ts';
import { lockCustomers } from '../../customers/find.ts';
import { lockActiveSubscriptions } from '../../subscriptions/lock.ts';
import { grantBenefits, type Scope } from './changes.ts';
import { cycleGrants, hasGrants } from './cycle.ts';
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
        else if (order.billingReason === 'subscription_cycle') await cycle(billing, event, subscriptionId);
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
  // What a product comes to give later is granted by whoever follows that change: the purchase was there before.
  (await givesBenefits(db.manager, productId)) &&
  once(db, { consumer, eventId: event.id }, async (em) => {
    // Who was deleted since, or subscribes no more, gets nothing that nobody would take back.
    const [customer] = await lockCustomers(em, [customerId]);
    if (!customer || !(await isHeld(em, scope))) return;
    // A deletion at the same time waits, and then takes back what is granted here.
    const benefits = await lockBenefitsOf(em, productId);
    await grantBenefits(em, now(), { customer, benefits, scope });
  });

/** Who subscribes no more is given nothing more. */
const cycle = async ({ db, now }: Billing, event: EventFacts, subscriptionId: string): Promise<boolean> =>
  (await hasGrants(db.manager, subscriptionId)) &&
  once(db, { consumer, eventId: event.id }, async (em) => {
    if ((await lockActiveSubscriptions(em, [subscriptionId])).size > 0)
      await cycleGrants(em, now(), subscriptionId);
  });

/** What was bought once stays bought; a subscription counts while it is active. */
const isHeld = async (em: EntityManager, scope: Scope): Promise<boolean> =>
  'orderId' in scope || (await lockActiveSubscriptions(em, [scope.subscriptionId])).size > 0;
