/** Customers by external id, for routes. */
import { readableOrganizations, requireManager } from '@tessera/kit/access/rules';
import { kitErrors } from '@tessera/kit/errors';
import type { RowStep } from '@tessera/kit/http/endpoint';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../billing.ts';
import { CustomerEntity, type CustomerRow } from './entity.ts';

type Step = RowStep<{ externalId: string }, CustomerRow>;

/** Endpoint step: finds a customer that the caller may read. */
export const readableByExternalId =
  (billing: Billing): Step =>
  ({ params, caller }) =>
    findReadable(billing, caller, params.externalId);

/** Endpoint step: finds a customer whose organization the caller manages. */
export const manageableByExternalId =
  (billing: Billing): Step =>
  async ({ params, caller }) => {
    const customer = await findReadable(billing, caller, params.externalId);
    await requireManager(billing, caller, customer.organizationId);
    return customer;
  };

/** If several of a user's organizations have the external id, prefers the active one, then the oldest customer. */
const findReadable = async (billing: Billing, caller: Caller, externalId: string): Promise<CustomerRow> => {
  const organizations = await readableOrganizations(billing, caller);
  if (organizations.length === 0) throw kitErrors.ResourceNotFound();
  const found = await billing.db.manager
    .createQueryBuilder(CustomerEntity, 'customer')
    .where('customer.organizationId IN (:...organizations)', { organizations })
    .andWhere('customer.externalId = :externalId AND customer.deletedAt IS NULL', { externalId })
    .orderBy('customer.id')
    .getMany();
  const active = caller.kind === 'user' ? caller.activeOrganizationId : null;
  const customer = found.find(({ organizationId }) => organizationId === active) ?? found[0];
  if (!customer) throw kitErrors.ResourceNotFound();
  return customer;
};
