/** Reads single subscriptions through the API. */
import { kitErrors } from '@tessera/kit/errors';
import type { Billing } from '../billing.ts';
import type { SubscriptionRow } from './entity.ts';
import { fillSubscriptions } from './find.ts';
import { viewSubscription } from './view.ts';

export const getSubscription = async (billing: Billing, row: SubscriptionRow) => {
  const [full] = await fillSubscriptions(billing.db.manager, [row]);
  if (!full) throw kitErrors.ResourceNotFound();
  return viewSubscription(full);
};
