/** Sessions that sellers open for their customers. */
import { readableOrganizations, requireManager } from '@tessera/kit/access/rules';
import { refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type { CustomerSession, CustomerSessionCreate } from '@tessera/proto/api/billing/customer-session';
import type { Caller } from '@tessera/proto/api/passport';
import { getOrganization } from '../../access/organizations/service.ts';
import type { Billing } from '../../billing.ts';
import { insertSession } from '../../customer-sessions/sessions.ts';
import { portalUrl } from '../../customer-sessions/url.ts';
import type { CustomerRow } from '../../customers/entity.ts';
import { findCustomerByExternalId, findCustomerById } from '../../customers/find.ts';
import { viewCustomer } from '../../customers/view.ts';

/** Throws a validation error for a customer who does not exist or belongs to another organization. */
export const createCustomerSession = async (
  billing: Billing,
  caller: Caller,
  body: CustomerSessionCreate,
): Promise<CustomerSession> => {
  const customer = await findNamed(billing, caller, body);
  await requireManager(billing, caller, customer.organizationId);
  const seller = await getOrganization(billing, customer.organizationId);
  const { token, ...session } = await transact(billing.db, (em) =>
    insertSession(em, billing.now(), {
      scope: { customerId: customer.id },
      returnUrl: body.returnUrl ?? null,
    }),
  );
  return {
    ...session,
    modifiedAt: null,
    token,
    customerPortalUrl: portalUrl(billing.publicUrl, { seller, token }),
    customerId: customer.id,
    customer: viewCustomer(customer),
  };
};

const findNamed = async (
  billing: Billing,
  caller: Caller,
  body: CustomerSessionCreate,
): Promise<CustomerRow> => {
  const em = billing.db.manager;
  const organizations = await readableOrganizations(billing, caller);
  if ('customerId' in body) {
    const customer = await findCustomerById(em, body.customerId);
    if (customer && organizations.includes(customer.organizationId)) return customer;
    throw refuseField(['body', 'customer_id'], 'Customer does not exist.');
  }
  const [key, externalId] =
    'customerExternalId' in body
      ? (['customer_external_id', body.customerExternalId] as const)
      : (['external_customer_id', body.externalCustomerId] as const);
  for (const organizationId of organizations) {
    const customer = await findCustomerByExternalId(em, { organizationId, externalId });
    if (customer) return customer;
  }
  throw refuseField(['body', key], 'Customer does not exist.');
};
