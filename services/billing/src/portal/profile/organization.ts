/** Public data of a seller with customer pages. */
import { kitErrors } from '@tessera/kit/errors';
import type { CustomerOrganization } from '@tessera/proto/api/billing/customer-purchase';
import { findOrganizationBySlug } from '../../access/organizations/entity.ts';
import { getOrganization } from '../../access/organizations/service.ts';
import { viewSeller } from '../../access/organizations/view.ts';
import type { Billing } from '../../billing.ts';
import { findOffered } from '../../catalog/products/find.ts';
import { viewProduct } from '../../catalog/products/view.ts';

/** Maximum number of products shown. */
const most = 100;

/** Returns the seller with this slug and its products, newest first. Throws ResourceNotFound. */
export const getCustomerOrganization = async (
  billing: Billing,
  slug: string,
): Promise<CustomerOrganization> => {
  const em = billing.db.manager;
  const row = await findOrganizationBySlug(em, slug);
  if (!row) throw kitErrors.ResourceNotFound();
  const organization = viewSeller(await getOrganization(billing, row.id));
  const products = await findOffered(em, { organizationId: row.id, limit: most });
  return {
    organization,
    products: products.map(viewProduct),
    paymentProcessor: (await billing.payments.placeOf(em, row.id)).publicFacts,
  };
};
