/** What anybody may see of a seller who has customers' pages. */
import { kitErrors } from '@tessera/kit/errors';
import type { CustomerOrganization } from '@tessera/proto/api/billing/customer-purchase';
import { findOrganizationBySlug } from '../../access/organizations/entity.ts';
import { getOrganization } from '../../access/organizations/service.ts';
import { viewSeller } from '../../access/organizations/view.ts';
import type { Billing } from '../../billing.ts';
import { findOffered } from '../../catalog/products/find.ts';
import { viewProduct } from '../../catalog/products/view.ts';

/** Most products that are shown. */
const most = 100;

/** The seller of a name with what they sell, newest first. Throws ResourceNotFound. */
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
