/** The link of a mail to what its reader has: it signs them in, for an hour (contracts/billing-behaviour.md, section 11). */
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { openCustomerSession } from '../portal/sessions.ts';
import { portalUrl } from '../portal/url.ts';

/** `slug`: the organization's, where the caller has it at hand. */
type Reader = { organizationId: string; customerId: string; slug?: string };

/** Opens a session for whoever reads the customer's mail. `path` below their pages: `/orders/…`. */
export const openPortalLink = async (
  billing: Billing,
  { organizationId, customerId, ...known }: Reader,
  path = '',
): Promise<string> => {
  const slug = known.slug ?? (await getSeller(billing, organizationId)).slug;
  const token = await openCustomerSession(billing.db.manager, billing.now(), { customerId });
  return portalUrl(billing.publicUrl, { slug, path, token });
};
