/** Limits grants to a customer's session. */
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { Bind } from '../lists/list.ts';

/** SQL condition for grants `g`: the session of a checkout sees what that checkout sold, and no other grants. */
export const isGrantWithin = (bind: Bind, scope: CustomerCaller['scope']): string => {
  if ('customerId' in scope) return `g.customer_id = ${bind(scope.customerId)}`;
  return `EXISTS (SELECT 1 FROM orders o WHERE o.checkout_id = ${bind(scope.checkoutId)}
    AND (g.order_id = o.id OR g.subscription_id = o.subscription_id))`;
};
