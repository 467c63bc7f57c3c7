/** Reading subscriptions one by one through the API. */

import { mayRead } from '@tessera/kit/access';
import { kitErrors } from '@tessera/kit/errors';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../billing.ts';
import { SubscriptionEntity } from './entity.ts';
import { fillSubscriptions } from './find.ts';
import { viewSubscription } from './view.ts';

/** Throws ResourceNotFound for those of other organizations too. */
export const getSubscription = async (billing: Billing, caller: Caller, id: string) => {
  const em = billing.db.manager;
  const row = await em.findOneBy(SubscriptionEntity, { id });
  if (!row || !(await mayRead(billing, caller, row.organizationId))) throw kitErrors.ResourceNotFound();
  const [full] = await fillSubscriptions(em, [row]);
  if (!full) throw kitErrors.ResourceNotFound();
  return viewSubscription(full);
};
