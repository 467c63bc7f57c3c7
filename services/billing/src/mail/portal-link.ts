/** The link of a mail to what its reader has: it signs them in, for an hour (contracts/billing-behaviour.md, section 11). */
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { openCustomerSession } from '../portal/sessions.ts';
import { portalUrl } from '../portal/url.ts';

type Reader = { organizationId: string; customerId: string };

/** Opens a session for whoever reads the customer's mail. `path` below their pages: `/orders/…`. */
export const openPortalLink = async (
  billing: Billing,
  { organizationId, customerId }: Reader,
  path = '',
): Promise<string> => {
  const { slug } = await getSeller(billing, organizationId);
  const token = await openCustomerSession(billing.db.manager, billing.now(), { customerId });
  return portalUrl(billing.publicUrl, { slug, path, token });
};
