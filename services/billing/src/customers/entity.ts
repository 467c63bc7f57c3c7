/** Customer rows. Deleted ones are kept because orders refer to them. */
import { column } from '@tessera/kit/database/data-source';
import type { Address } from '@tessera/proto/api/billing/address';
import type { MetadataOut } from '@tessera/proto/api/billing/metadata';
import type { TaxId } from '@tessera/proto/api/billing/tax-id';
import { EntitySchema } from 'typeorm';

/** `billingName`: the name on invoices, if it differs from `name`. */
export type CustomerRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  deletedAt: Date | null;
  organizationId: string;
  externalId: string | null;
  email: string;
  emailVerified: boolean;
  name: string | null;
  billingName: string | null;
  billingAddress: Address | null;
  taxId: TaxId | null;
  metadata: MetadataOut;
};

export const CustomerEntity = new EntitySchema<CustomerRow>({
  name: 'customer',
  tableName: 'customers',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    deletedAt: column.time('deleted_at', { nullable: true }),
    organizationId: column.uuid('organization_id'),
    externalId: column.text('external_id', { nullable: true }),
    email: column.text('email'),
    emailVerified: column.bool('email_verified'),
    name: column.text('name', { nullable: true }),
    billingName: column.text('billing_name', { nullable: true }),
    billingAddress: column.json('billing_address', { nullable: true }),
    taxId: column.json('tax_id', { nullable: true }),
    metadata: column.json('metadata'),
  },
});
