/** Rows of sellers' legal details. An organization without a row has entered none. */
import { column } from '@tessera/kit/database/data-source';
import type { Address } from '@tessera/proto/api/billing/address';
import type { TaxId } from '@tessera/proto/api/billing/tax-id';
import { type EntityManager, EntitySchema } from 'typeorm';

export type SellerDetailsRow = {
  organizationId: string;
  modifiedAt: Date;
  legalName: string | null;
  address: Address | null;
  taxId: TaxId | null;
  /** Exempt from VAT in the country of the address. */
  isSmallBusiness: boolean;
  /** Printed at the end of invoices and credit notes. */
  invoiceNote: string | null;
};

export const SellerDetailsEntity = new EntitySchema<SellerDetailsRow>({
  name: 'sellerDetails',
  tableName: 'seller_details',
  columns: {
    organizationId: { ...column.uuid('organization_id'), primary: true },
    modifiedAt: column.time('modified_at'),
    legalName: column.text('legal_name', { nullable: true }),
    address: column.json('address', { nullable: true }),
    taxId: column.json('tax_id', { nullable: true }),
    isSmallBusiness: column.bool('is_small_business'),
    invoiceNote: column.text('invoice_note', { nullable: true }),
  },
});

export const findSellerDetails = (
  em: EntityManager,
  organizationId: string,
): Promise<SellerDetailsRow | null> => em.findOneBy(SellerDetailsEntity, { organizationId });
