/** Creates and updates customers through the API. */
import { randomUUID } from 'node:crypto';
import { organizationOfCreate } from '@tessera/kit/access/rules';
import { leavesAsIs } from '@tessera/kit/database/changes';
import { violates } from '@tessera/kit/database/data-source';
import { AppError, refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type { Customer, CustomerCreate, CustomerUpdate } from '@tessera/proto/api/billing/customer';
import type { Caller } from '@tessera/proto/api/passport';
import { customerCreated, customerUpdated } from '@tessera/proto/events/billing';
import type { Billing } from '../billing.ts';
import { readTaxId } from '../money/tax-id.ts';
import { CustomerEntity, type CustomerRow } from './entity.ts';
import { emitCustomer } from './events.ts';
import { findCustomerByEmail, findCustomerByExternalId, lockCustomer } from './find.ts';
import { viewCustomer } from './view.ts';

export const createCustomer = async (
  billing: Billing,
  caller: Caller,
  body: CustomerCreate,
): Promise<Customer> => {
  const row: CustomerRow = {
    // Not a UUIDv7: it would reveal the creation time to buyers who only enter the address.
    id: randomUUID(),
    createdAt: billing.now(),
    modifiedAt: null,
    deletedAt: null,
    organizationId: await organizationOfCreate(billing, caller, body.organizationId),
    externalId: body.externalId ?? null,
    email: body.email,
    emailVerified: false,
    name: body.name ?? null,
    billingName: null,
    billingAddress: body.billingAddress ?? null,
    taxId: taxIdOf(body, { taxId: null, billingAddress: body.billingAddress ?? null }),
    metadata: body.metadata ?? {},
  };
  return transact(billing.db, async (em) => {
    await em.insert(CustomerEntity, row);
    await emitCustomer(em, customerCreated, row);
    return viewCustomer(row);
  }).catch(refuseTaken(billing, row));
};

export const updateCustomer = (
  billing: Billing,
  seen: CustomerRow,
  body: CustomerUpdate,
): Promise<Customer> =>
  transact(billing.db, async (em) => {
    const customer = await lockCustomer(em, seen.id);
    const wished = changesOf(customer, body);
    if (leavesAsIs(customer, wished)) return viewCustomer(customer);
    const changes = { ...wished, modifiedAt: billing.now() };
    await em.update(CustomerEntity, { id: customer.id }, changes);
    const updated = { ...customer, ...changes };
    await emitCustomer(em, customerUpdated, updated, customer);
    return viewCustomer(updated);
  }).catch(refuseTaken(billing, { ...seen, ...wanted(body) }));

const wanted = ({ email, externalId }: CustomerUpdate) => ({
  ...(email && { email }),
  ...(externalId && { externalId }),
});

/** Undefined: unchanged; null: cleared, except the e-mail address. The external id can be set only once. */
const changesOf = (customer: CustomerRow, body: CustomerUpdate) => {
  const { email, name, externalId, metadata } = body;
  const billingAddress = body.billingAddress === undefined ? customer.billingAddress : body.billingAddress;
  if (externalId !== undefined && customer.externalId !== null && externalId !== customer.externalId)
    throw refuseField(['body', 'external_id'], 'The external id cannot be changed once it is set.');
  const isMoved = email != null && email.toLowerCase() !== customer.email.toLowerCase();
  return {
    email: email ?? customer.email,
    emailVerified: customer.emailVerified && !isMoved,
    name: name === undefined ? customer.name : name,
    billingAddress,
    taxId: taxIdOf(body, { taxId: customer.taxId, billingAddress }),
    externalId: externalId === undefined ? customer.externalId : externalId,
    metadata: metadata ?? customer.metadata,
  };
};

/** A `taxId` includes its format and is taken unchanged; a `taxNumber` is validated for the address's country. */
const taxIdOf = (
  { taxId, taxNumber }: Pick<CustomerUpdate, 'taxId' | 'taxNumber'>,
  before: Pick<CustomerRow, 'taxId' | 'billingAddress'>,
): CustomerRow['taxId'] => {
  if (taxNumber === undefined) return taxId === undefined ? before.taxId : taxId;
  if (!taxNumber?.trim()) return null;
  const country = before.billingAddress?.country;
  if (!country) throw refuseField(['body', 'tax_number'], 'Country is required to validate tax ID.');
  const read = readTaxId(country, taxNumber);
  if (!read) throw refuseField(['body', 'tax_number'], 'Invalid tax ID.');
  return read;
};

type Names = Pick<CustomerRow, 'id' | 'organizationId' | 'email' | 'externalId'>;

/** Maps a unique violation to a validation error. The database reports one conflict; the error names all. */
const refuseTaken =
  ({ db }: Billing, { id, organizationId, email, externalId }: Names) =>
  async (error: unknown): Promise<never> => {
    const isEmail = violates(error, 'customers_email');
    const isExternalId = violates(error, 'customers_external_id');
    if (!isEmail && !isExternalId) throw error;
    const em = db.manager;
    const byEmail = await findCustomerByEmail(em, { organizationId, email });
    const byExternalId =
      externalId === null ? null : await findCustomerByExternalId(em, { organizationId, externalId });
    const isOther = (customer: CustomerRow | null): boolean => customer !== null && customer.id !== id;
    throw taken([
      // The conflicting customer may be deleted by now.
      ...(isEmail || isOther(byEmail) ? [{ path: 'email', name: 'email address' }] : []),
      ...(isExternalId || isOther(byExternalId) ? [{ path: 'external_id', name: 'external ID' }] : []),
    ]);
  };

const taken = (names: { path: string; name: string }[]): AppError =>
  new AppError({
    name: 'RequestValidationError',
    status: 422,
    message: 'A customer with these details already exists.',
    fields: names.map(({ path, name }) => ({
      loc: ['body', path],
      msg: `A customer with this ${name} already exists.`,
      type: 'value_error',
    })),
  });
