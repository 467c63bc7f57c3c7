/** What billing knows of organizations. */

import { kitErrors } from '@tessera/kit/errors';
import { askOrganization, type OrganizationFacts } from '@tessera/proto/api/asks';
import type { OrganizationSubscriptionSettings } from '@tessera/proto/api/billing/organization';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import {
  completeOrganization,
  findEndedOrganizations,
  findInvoicePrefix,
  findOrganizationRow,
  type OrganizationRow,
  storeOrganization,
} from './entity.ts';
import { prefixOf } from './order-prefix.ts';
import { viewSeller } from './view.ts';

type Parts = Pick<Billing, 'db' | 'bus'>;

/** An organization; the owner is asked when the copy has none yet. Throws ResourceNotFound. Not for use inside a transaction. */
export const getOrganization = async (parts: Parts, organizationId: string): Promise<OrganizationFacts> => {
  const known = await findOrganizationRow(parts.db.manager, organizationId);
  if (known?.isDeleted) throw kitErrors.ResourceNotFound();
  return known ? complete(parts, known) : ask(parts, organizationId);
};

const ask = async ({ db, bus }: Parts, organizationId: string): Promise<OrganizationFacts> => {
  const answer = await bus.ask(askOrganization, { organizationId });
  if (!answer) throw kitErrors.ResourceNotFound();
  await storeOrganization(db.manager, { ...answer, isWhole: true, isDeleted: false, revision: '0' });
  return answer;
};

/** What an older release has copied lacks some facts; it does without them while their owner cannot be asked. */
const complete = async ({ db, bus }: Parts, known: OrganizationRow): Promise<OrganizationFacts> => {
  if (known.isWhole && known.snapshot) return known;
  const answer = await bus.ask(askOrganization, { organizationId: known.id }).catch(() => null);
  if (!answer) return known;
  await completeOrganization(db.manager, answer);
  const { website, accentColor, snapshot } = answer;
  return { ...known, website, accentColor, snapshot };
};

/** As `getOrganization`, for what was sold before: an organization that is gone since is answered too. */
export const getSeller = async (parts: Parts, organizationId: string): Promise<OrganizationFacts> => {
  const known = await findOrganizationRow(parts.db.manager, organizationId);
  if (!known) return ask(parts, organizationId);
  return known.isDeleted ? known : complete(parts, known);
};

/** What the numbers of an organization's next orders begin with. Not for use inside a transaction. */
export const getInvoicePrefix = async (parts: Parts, organizationId: string): Promise<string> => {
  // Asks for one that is not known yet.
  const { slug } = await getSeller(parts, organizationId);
  return (await findInvoicePrefix(parts.db.manager, organizationId)) ?? prefixOf(slug);
};

/** How an organization's subscriptions work, as far as the copy knows; null: nothing yet. For use inside a transaction. */
export const findSubscriptionSettings = async (
  em: EntityManager,
  organizationId: string,
): Promise<OrganizationSubscriptionSettings | null> => {
  const known = await findOrganizationRow(em, organizationId);
  return known && viewSeller(known).subscriptionSettings;
};

/** Those of organizations that are gone; none can end before the caller's transaction has. */
export const findEnded = (em: EntityManager, organizationIds: readonly string[]): Promise<Set<string>> =>
  findEndedOrganizations(em, organizationIds);
