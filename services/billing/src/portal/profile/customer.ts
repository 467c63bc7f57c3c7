/** Customers as they see and change themselves. */
import { leavesAsIs } from '@tessera/kit/database/changes';
import { kitErrors, refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type {
  CustomerPortalCustomer,
  CustomerPortalCustomerUpdate,
} from '@tessera/proto/api/billing/customer-portal';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import { customerUpdated } from '@tessera/proto/events/billing';
import type { Billing } from '../../billing.ts';
import { customerIdOf } from '../../customer-sessions/own.ts';
import { CustomerEntity, type CustomerRow } from '../../customers/entity.ts';
import { emitCustomer } from '../../customers/events.ts';
import { findCustomerById, lockCustomer } from '../../customers/find.ts';
import { findAccounts } from '../../entitlements/accounts/entity.ts';
import { readTaxId } from '../../money/tax-id.ts';
import { requestEmailUpdate, requireEmailChange } from './email.ts';
import { viewOwnCustomer } from './view.ts';

/** Returns the session's customer. Throws NotPermitted for a checkout's session, ResourceNotFound. */
export const getOwnCustomer = async (
  { db }: Billing,
  caller: CustomerCaller,
): Promise<CustomerPortalCustomer> => {
  const customer = await findCustomerById(db.manager, customerIdOf(caller));
  if (!customer) throw kitErrors.ResourceNotFound();
  return viewOwnCustomer(customer, await findAccounts(db.manager, [customer.id]));
};

/** Changes name, address and tax id. A new e-mail address is only requested: a code is sent to verify it. */
export const updateOwnCustomer = async (
  billing: Billing,
  caller: CustomerCaller,
  body: CustomerPortalCustomerUpdate,
): Promise<CustomerPortalCustomer> => {
  const { email } = await getOwnCustomer(billing, caller);
  const wanted = body.email?.toLowerCase() === email.toLowerCase() ? null : body.email;
  if (wanted) await requireEmailChange(billing, caller);
  const changed = await changeDetails(billing, caller, body);
  if (wanted) await requestEmailUpdate(billing, caller, { email: wanted });
  return changed;
};

const changeDetails = (
  billing: Billing,
  caller: CustomerCaller,
  body: CustomerPortalCustomerUpdate,
): Promise<CustomerPortalCustomer> =>
  transact(billing.db, async (em) => {
    const customer = await lockCustomer(em, customerIdOf(caller));
    const wished = changesOf(customer, body);
    if (leavesAsIs(customer, wished)) return viewOwnCustomer(customer, await findAccounts(em, [customer.id]));
    const changes = { ...wished, modifiedAt: billing.now() };
    await em.update(CustomerEntity, { id: customer.id }, changes);
    const changed = { ...customer, ...changes };
    await emitCustomer(em, customerUpdated, changed);
    return viewOwnCustomer(changed, await findAccounts(em, [changed.id]));
  });

const changesOf = (
  customer: CustomerRow,
  { name, billingAddress, taxId }: CustomerPortalCustomerUpdate,
): Pick<CustomerRow, 'name' | 'billingAddress' | 'taxId'> => {
  const address = billingAddress === undefined ? customer.billingAddress : billingAddress;
  // Forms also send unchanged values: a tax id that the seller has entered is not validated again.
  const isSame = taxId === undefined || (taxId !== null && taxId.trim() === customer.taxId?.[0]);
  return {
    name: name === undefined ? customer.name : name,
    billingAddress: address,
    taxId: isSame ? keptTaxId(customer, address?.country) : taxIdIn(address?.country, taxId),
  };
};

/** An unchanged tax id must be valid in the country of a new address. */
const keptTaxId = (
  { taxId, billingAddress }: CustomerRow,
  country: string | undefined,
): CustomerRow['taxId'] =>
  taxId === null || country === billingAddress?.country ? taxId : taxIdIn(country, taxId[0]);

/** Validates a tax id in the address's country. */
const taxIdIn = (country: string | undefined, typed: string | null): CustomerRow['taxId'] => {
  if (!typed?.trim()) return null;
  if (!country) throw refuseField(['body', 'tax_id'], 'Country is required to validate tax ID.');
  const taxId = readTaxId(country, typed);
  if (!taxId) throw refuseField(['body', 'tax_id'], 'Invalid tax ID.');
  return taxId;
};
