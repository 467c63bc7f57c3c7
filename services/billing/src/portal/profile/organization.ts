/** Public data of a seller with customer pages. */
import { kitErrors } from '@tessera/kit/errors';
import type { CustomerOrganization } from '@tessera/proto/api/billing/customer-purchase';
import { id } from '@tessera/proto/api/fields';
import type { EntityManager } from 'typeorm';
import {
  findEndedOrganizationBySlug,
  findOrganizationBySlug,
  findOrganizationRow,
  type OrganizationRow,
} from '../../access/organizations/entity.ts';
import { getSeller } from '../../access/organizations/service.ts';
import { viewSeller } from '../../access/organizations/view.ts';
import type { Billing } from '../../billing.ts';
import { findOffered } from '../../catalog/products/find.ts';
import { viewProduct } from '../../catalog/products/view.ts';

/** Maximum number of products shown. */
const most = 100;

/**
 * Returns the seller with this slug and its products, newest first; a deleted one also by its id, as others may take the
 * slug. Customers keep access to receipts, invoices and what they bought once. Throws ResourceNotFound.
 */
export const getCustomerOrganization = async (
  billing: Billing,
  slug: string,
): Promise<CustomerOrganization> => {
  const em = billing.db.manager;
  const row = await findSeller(em, slug);
  if (!row) throw kitErrors.ResourceNotFound();
  const organization = viewSeller(await getSeller(billing, row.id));
  const products = await findOffered(em, { organizationId: row.id, limit: most });
  return {
    organization,
    products: products.map(viewProduct),
    paymentProcessor: (await billing.payments.placeOf(em, row.id)).publicFacts,
    isClosed: row.isDeleted,
  };
};

const findSeller = async (em: EntityManager, name: string): Promise<OrganizationRow | null> => {
  const ended = id.safeParse(name).success ? await findOrganizationRow(em, name) : null;
  if (ended?.isDeleted) return ended;
  return (await findOrganizationBySlug(em, name)) ?? findEndedOrganizationBySlug(em, name);
};
