/** Checkout link rows. Deleted links open no checkouts. */
import { column } from '@tessera/kit/database/data-source';
import type { MetadataOut } from '@tessera/proto/api/billing/metadata';
import { type EntityManager, EntitySchema } from 'typeorm';

/** `clientSecret` is part of the link's public URL. */
export type CheckoutLinkRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  deletedAt: Date | null;
  organizationId: string;
  clientSecret: string;
  label: string | null;
  successUrl: string | null;
  allowDiscountCodes: boolean;
  requireBillingAddress: boolean;
  discountId: string | null;
  productIds: string[];
  metadata: MetadataOut;
};

const optional = { nullable: true };

export const CheckoutLinkEntity = new EntitySchema<CheckoutLinkRow>({
  name: 'checkoutLink',
  tableName: 'checkout_links',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', optional),
    deletedAt: column.time('deleted_at', optional),
    organizationId: column.uuid('organization_id'),
    clientSecret: column.text('client_secret'),
    label: column.text('label', optional),
    successUrl: column.text('success_url', optional),
    allowDiscountCodes: column.bool('allow_discount_codes'),
    requireBillingAddress: column.bool('require_billing_address'),
    discountId: column.uuid('discount_id', optional),
    productIds: column.uuid('product_ids', { array: true }),
    metadata: column.json('metadata'),
  },
});

/** A link that is not deleted, by id or secret, or null. */
export const findCheckoutLink = async (
  em: EntityManager,
  key: { id: string } | { clientSecret: string },
): Promise<CheckoutLinkRow | null> => {
  const row = await em.findOneBy(CheckoutLinkEntity, key);
  return row?.deletedAt ? null : row;
};
