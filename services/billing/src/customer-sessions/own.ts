/** Ownership within a customer's session: scopes everything in the portal. */
import { kitErrors } from '@tessera/kit/errors';
import type { RowStep } from '@tessera/kit/http/endpoint';
import { customerOf } from '@tessera/kit/http/passport';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import type { Condition } from '../lists/list.ts';

/** A row of what a customer bought, possibly at a checkout. */
type Bought = { customerId: string; checkoutId: string | null };

const isOwn = ({ scope }: CustomerCaller, row: Bought): boolean =>
  'customerId' in scope ? row.customerId === scope.customerId : row.checkoutId === scope.checkoutId;

/** Endpoint step that finds a row of the session's customer. Throws Unauthorized, ResourceNotFound. */
export const own =
  <Params, Row extends Bought>(
    { db }: Pick<Billing, 'db'>,
    find: (em: EntityManager, params: Params) => Promise<Row | null>,
  ): RowStep<Params, Row> =>
  async ({ params, caller }) => {
    const customer = customerOf(caller);
    const row = await find(db.manager, params);
    if (!row || !isOwn(customer, row)) throw kitErrors.ResourceNotFound();
    return row;
  };

/** Condition for the customer's rows of a list. A checkout's session shows only what that checkout sold. */
export const isOf =
  ({ scope }: CustomerCaller): Condition =>
  (bind) =>
    'customerId' in scope
      ? `r.customer_id = ${bind(scope.customerId)}`
      : `r.checkout_id = ${bind(scope.checkoutId)}`;

/** Returns the session's organization, or none if the filter wants others only. */
export const ownOrganizations = (
  { organizationId }: CustomerCaller,
  wanted: readonly string[] | undefined,
): string[] => (!wanted || wanted.includes(organizationId) ? [organizationId] : []);

/**
 * Returns the session's customer. Throws NotPermitted for a checkout's session whose buyer typed the address: it may
 * be anyone's.
 */
export const customerIdOf = ({ scope }: CustomerCaller): string => {
  if ('customerId' in scope) return scope.customerId;
  throw kitErrors.NotPermitted('This session is limited to its own purchase.');
};
