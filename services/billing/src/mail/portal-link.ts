/** The portal link of a mail: it signs the reader in for an hour (contracts/billing-behaviour.md, section 11). */
import type { Language } from '@tessera/proto/api/languages';
import { LRUCache } from 'lru-cache';
import { getSeller, type SellerFacts } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { openCustomerSession, renewSession } from '../customer-sessions/sessions.ts';
import { portalUrl } from '../customer-sessions/url.ts';

/** `seller`: the organization, if known. `messageId` and `language`: the mail's. */
type Reader = {
  organizationId: string;
  customerId: string;
  messageId: string;
  language: Language;
  seller?: SellerFacts;
};

/** Session tokens by mail: a mail that cannot be sent is written again at each retry, with the same token. */
const tokens = new LRUCache<string, string>({ max: 1_000 });

/** Opens a customer session, one per mail, and returns the portal URL with its token. `path`: as `/orders/…`. */
export const openPortalLink = async (
  billing: Billing,
  { organizationId, customerId, messageId, language, ...known }: Reader,
  path = '',
): Promise<string> => {
  const seller = known.seller ?? (await getSeller(billing, organizationId));
  // A copy: parts of texts keep the whole text in memory, here that of an event.
  const key = Buffer.from(`${customerId} ${messageId}`).toString();
  const [em, now, before] = [billing.db.manager, billing.now(), tokens.get(key)];
  const token =
    before !== undefined && (await renewSession(em, now, before))
      ? before
      : await openCustomerSession(em, now, { customerId });
  tokens.set(key, token);
  return portalUrl(billing.publicUrl, { seller, path, token, language });
};
