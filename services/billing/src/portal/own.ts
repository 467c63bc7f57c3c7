/** Whose a thing is that customers reach by a session: everything of the portal is scoped through here. */
import type { RowStep } from '@tessera/kit/endpoint';
import { kitErrors } from '@tessera/kit/errors';
import { customerOf } from '@tessera/kit/passport';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import type { Condition } from '../lists/list.ts';

/** What was bought at a checkout by a customer. */
type Bought = { customerId: string; checkoutId: string | null };

const isOwn = ({ scope }: CustomerCaller, row: Bought): boolean =>
  'customerId' in scope ? row.customerId === scope.customerId : row.checkoutId === scope.checkoutId;

/** The step of an endpoint that finds its row for the customer who has bought it. Throws Unauthorized, ResourceNotFound. */
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

/** Rows of a list that are the customer's. A session of a checkout shows what that checkout sold. */
export const isOf =
  ({ scope }: CustomerCaller): Condition =>
  (bind) =>
    'customerId' in scope
      ? `r.customer_id = ${bind(scope.customerId)}`
      : `r.checkout_id = ${bind(scope.checkoutId)}`;

/** The organization of a session, unless the list's filter wants others only. */
export const ownOrganizations = (
  { organizationId }: CustomerCaller,
  wanted: readonly string[] | undefined,
): string[] => (!wanted || wanted.includes(organizationId) ? [organizationId] : []);

/**
 * The customer of a session. Throws NotPermitted for the session of a checkout where the buyer typed the address: it may
 * be anybody's.
 */
export const customerIdOf = ({ scope }: CustomerCaller): string => {
  if ('customerId' in scope) return scope.customerId;
  throw kitErrors.NotPermitted('This session is limited to its own purchase.');
};
