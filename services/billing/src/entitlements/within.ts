/** What a customer's session reaches of what was granted. */
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { Bind } from '../lists/list.ts';

/** Grants `g` within a session: one of a checkout shows what that checkout sold, and nothing else that its customer has. */
export const isGrantWithin = (bind: Bind, scope: CustomerCaller['scope']): string => {
  if ('customerId' in scope) return `g.customer_id = ${bind(scope.customerId)}`;
  return `EXISTS (SELECT 1 FROM orders o WHERE o.checkout_id = ${bind(scope.checkoutId)}
    AND (g.order_id = o.id OR g.subscription_id = o.subscription_id))`;
};
