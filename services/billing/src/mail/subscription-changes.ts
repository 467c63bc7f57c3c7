/**
 * Notifies customers that the product of their subscription was changed, will change with the next period, or will
 * not change after all, regardless of who decided it. If the change is charged immediately, the receipt reports that.
 */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { on } from '@tessera/kit/events/bus';
import { subscriptionChangePlanned, subscriptionProductChanged } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { findProductRowsByIds } from '../catalog/products/find.ts';
import type { FullPrice } from '../catalog/products/view.ts';
import { applyPending } from '../renewals/periods/pending.ts';
import { priceOfPeriod } from '../renewals/periods/plan.ts';
import type { SubscriptionRow } from '../subscriptions/entity.ts';
import { fillSubscriptions, findSubscription } from '../subscriptions/find.ts';
import { type FullSubscription, viewPendingUpdate, viewSubscription } from '../subscriptions/view.ts';
import { addsTax, priceInWords } from './plus-tax.ts';
import { type Kind, mailSubscriber } from './subscription-endings.ts';
import {
  subscriptionChangedMail,
  subscriptionUnchangedMail,
  subscriptionWillChangeMail,
} from './templates/subscription-change.ts';
import { usagePriceTexts } from './templates/usage-prices.ts';

export const consumeSubscriptionChanges = (billing: Billing): Promise<Stoppable> =>
  billing.bus.consume({
    name: 'subscription-change-mails',
    begin: 'now',
    concurrency: 4,
    on: [
      on(
        subscriptionChangePlanned,
        async ({ subscriptionId, organizationId, isPlanned }, { id: eventId }) => {
          const em = billing.db.manager;
          const row = await findSubscription(em, { id: subscriptionId });
          // Changed again since: another event reports that.
          if (!row?.currentPeriodEnd || row.endedAt || isPlanned !== isChanging(row)) return;
          const [full] = await fillSubscriptions(em, [row]);
          if (!full) return;
          const date = viewPendingUpdate(row)?.appliesAt ?? row.currentPeriodEnd;
          const kind = isPlanned ? planned(await findNext(em, full, date)) : withdrawn;
          await mailSubscriber(billing, kind, {
            organizationId,
            subscription: viewSubscription(full),
            date,
            eventId,
          });
        },
      ),
      on(
        subscriptionProductChanged,
        async ({ subscriptionId, organizationId, ...change }, { id: eventId }) => {
          const em = billing.db.manager;
          const row = await findSubscription(em, { id: subscriptionId });
          if (!row?.currentPeriodEnd || row.endedAt || row.productId !== change.productId) return;
          const [full] = await fillSubscriptions(em, [row]);
          const [former] = await findProductRowsByIds(em, [change.formerProductId]);
          if (!full || !former) return;
          const kind = moved(full, former.name, { ...change, isTaxAdded: await addsTax(em, full) });
          const date = row.currentPeriodEnd;
          await mailSubscriber(billing, kind, {
            organizationId,
            subscription: viewSubscription(full),
            date,
            eventId,
          });
        },
      ),
    ],
  });

/** New prices of the present product are no change of product. */
const isChanging = ({ pendingUpdate }: SubscriptionRow): boolean =>
  pendingUpdate !== null && !pendingUpdate.priceChangeId;

/** The product after the change. `amount`: of its first period, net of discount, in minor units. */
type Next = {
  product: string;
  amount: number;
  currency: string;
  prices: FullPrice[];
  isTaxAdded: boolean;
};

const findNext = async (em: EntityManager, present: FullSubscription, date: Date): Promise<Next> => {
  const { full } = await applyPending(em, present, date);
  const { currency, anchorDay } = full.row;
  const { changes } = priceOfPeriod(full, { start: date, anchorDay });
  const isTaxAdded = await addsTax(em, full);
  return { product: full.product.name, amount: changes.amount, currency, prices: full.prices, isTaxAdded };
};

const planned = ({ product: next, amount, currency, prices, isTaxAdded }: Next): Kind => ({
  type: 'subscription-change-planned',
  write: (words, facts) =>
    subscriptionWillChangeMail(words, {
      ...facts,
      next,
      amount: amount > 0 ? priceInWords(words, { amount, currency, isTaxAdded }) : null,
      usage: usagePriceTexts(prices, { currency, isTaxAdded }, words),
    }),
});

const moved = (
  { row: { amount, currency, status }, prices }: FullSubscription,
  former: string,
  { isSettledLater, isTaxAdded }: { isSettledLater: boolean; isTaxAdded: boolean },
): Kind => ({
  type: 'subscription-changed',
  write: (words, { product: next, ...facts }) =>
    subscriptionChangedMail(words, {
      ...facts,
      ...{ product: former, next, isSettledLater, isTrial: status === 'trialing' },
      amount: amount > 0 ? priceInWords(words, { amount, currency, isTaxAdded }) : null,
      usage: usagePriceTexts(prices, { currency, isTaxAdded }, words),
    }),
});

const withdrawn: Kind = { type: 'subscription-change-withdrawn', write: subscriptionUnchangedMail };
