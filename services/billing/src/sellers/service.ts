/** A seller's legal details, as shown on invoices and credit notes. */
import { organizationOfCreate, readableOrganizations, requireReader } from '@tessera/kit/access/rules';
import { refuseField } from '@tessera/kit/errors';
import type {
  SellerDetails,
  SellerDetailsQuery,
  SellerDetailsUpdate,
} from '@tessera/proto/api/billing/seller';
import type { TaxId } from '@tessera/proto/api/billing/tax-id';
import { unionCountries } from '@tessera/proto/api/billing/union';
import type { Caller } from '@tessera/proto/api/passport';
import { setInvoicePrefix } from '../access/organizations/entity.ts';
import { getInvoicePrefix } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { readTaxId } from '../money/tax-id.ts';
import { findSellerDetails, SellerDetailsEntity, type SellerDetailsRow } from './entity.ts';

/** Returns empty details if none were entered. */
export const getSellerDetails = async (
  billing: Billing,
  caller: Caller,
  query: SellerDetailsQuery,
): Promise<SellerDetails> => {
  const organizationId = query.organizationId ?? (await onlyOrganization(billing, caller));
  await requireReader(billing, caller, organizationId);
  const invoicePrefix = await getInvoicePrefix(billing, organizationId);
  const row = await findSellerDetails(billing.db.manager, organizationId);
  return row ? viewSellerDetails(row, invoicePrefix) : { ...blank, organizationId, invoicePrefix };
};

/** The organization of a token, or of a user who has only one. */
const onlyOrganization = async (billing: Billing, caller: Caller): Promise<string> => {
  const [organizationId, ...others] = await readableOrganizations(billing, caller);
  if (!organizationId || others.length > 0)
    throw refuseField(['query', 'organization_id'], 'Field required', 'missing');
  return organizationId;
};

export const updateSellerDetails = async (
  billing: Billing,
  caller: Caller,
  { organizationId: named, ...body }: SellerDetailsUpdate,
): Promise<SellerDetails> => {
  const organizationId = await organizationOfCreate(billing, caller, named);
  const present = await getInvoicePrefix(billing, organizationId);
  return billing.db.transaction(async (em) => {
    await em
      .createQueryBuilder()
      .insert()
      .into(SellerDetailsEntity)
      .values({ ...blank, organizationId, modifiedAt: billing.now() })
      .orIgnore()
      .execute();
    const kept = await em.findOneOrFail(SellerDetailsEntity, {
      where: { organizationId },
      lock: { mode: 'pessimistic_write' },
    });
    const { legalName = kept.legalName, address = kept.address } = body;
    const { isSmallBusiness = kept.isSmallBusiness, invoiceNote = kept.invoiceNote } = body;
    const taxId = taxIdOf(body.taxId === undefined ? (kept.taxId?.[0] ?? null) : body.taxId, address);
    if (isSmallBusiness && !unionCountries.has(address?.country ?? ''))
      throw refuseField(['body', 'is_small_business'], 'Needs an address in the European Union.');
    const row: SellerDetailsRow = {
      ...{ organizationId, legalName, address, taxId, isSmallBusiness, invoiceNote },
      modifiedAt: billing.now(),
    };
    await em.update(SellerDetailsEntity, { organizationId }, row);
    if (body.invoicePrefix !== undefined) await setInvoicePrefix(em, organizationId, body.invoicePrefix);
    return viewSellerDetails(row, body.invoicePrefix ?? present);
  });
};

const blank = {
  modifiedAt: null,
  legalName: null,
  address: null,
  taxId: null,
  isSmallBusiness: false,
  invoiceNote: null,
};

/** The tax id is validated again for the country of the address. */
const taxIdOf = (number: string | null, address: SellerDetailsRow['address']): TaxId | null => {
  if (number === null) return null;
  if (!address) throw refuseField(['body', 'address'], 'Country is required to validate tax ID.', 'missing');
  const read = readTaxId(address.country, number);
  if (!read) throw refuseField(['body', 'tax_id'], 'Invalid tax ID.');
  return read;
};

const viewSellerDetails = ({ taxId, ...row }: SellerDetailsRow, invoicePrefix: string): SellerDetails => ({
  ...row,
  taxId: taxId?.[0] ?? null,
  invoicePrefix,
});
