/** Organizations, read from the local copies and, when missing there, from the organization service. */
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

/** Returns an organization, fetched if no copy exists. Throws ResourceNotFound. Not for use inside a transaction. */
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

/** Fetches facts that an older release did not copy. Returns the copy as it is when the owning service fails. */
const complete = async ({ db, bus }: Parts, known: OrganizationRow): Promise<OrganizationFacts> => {
  if (known.isWhole && known.snapshot) return known;
  const answer = await bus.ask(askOrganization, { organizationId: known.id }).catch(() => null);
  if (!answer) return known;
  await completeOrganization(db.manager, answer);
  const { website, accentColor, snapshot } = answer;
  return { ...known, website, accentColor, snapshot };
};

/** An organization with customers. `isDeleted` absent: it is not. */
export type SellerFacts = OrganizationFacts & { isDeleted?: boolean };

/** As `getOrganization`, but also returns deleted organizations: for what was sold earlier. */
export const getSeller = async (parts: Parts, organizationId: string): Promise<SellerFacts> => {
  const known = await findOrganizationRow(parts.db.manager, organizationId);
  if (!known) return ask(parts, organizationId);
  return known.isDeleted ? known : complete(parts, known);
};

/** The prefix of an organization's order numbers. Not for use inside a transaction. */
export const getInvoicePrefix = async (parts: Parts, organizationId: string): Promise<string> => {
  // Fetches the organization when no copy exists.
  const { slug } = await getSeller(parts, organizationId);
  return (await findInvoicePrefix(parts.db.manager, organizationId)) ?? prefixOf(slug);
};

/** Subscription settings from the local copy, or null when there is no copy. For use inside a transaction. */
export const findSubscriptionSettings = async (
  em: EntityManager,
  organizationId: string,
): Promise<OrganizationSubscriptionSettings | null> => {
  const known = await findOrganizationRow(em, organizationId);
  return known && viewSeller(known).subscriptionSettings;
};

/**
 * Ids of those organizations that are deleted. Locks all rows, so that none can be deleted before the transaction
 * ends.
 */
export const findEnded = (em: EntityManager, organizationIds: readonly string[]): Promise<Set<string>> =>
  findEndedOrganizations(em, organizationIds);

/** Throws ResourceNotFound if one of the organizations is deleted; none is until the transaction ends. */
export const requireGoingOn = async (
  em: EntityManager,
  organizationIds: readonly string[],
): Promise<void> => {
  if ((await findEnded(em, organizationIds)).size > 0) throw kitErrors.ResourceNotFound();
};
