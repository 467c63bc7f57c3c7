/** Who may see and change what: every slice scopes its reads and writes through here. */
import { kitErrors, refuseField } from '@tessera/kit/errors';
import { askMembership, askMemberships, type MembershipFacts } from '@tessera/proto/api/asks';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import { findMembershipRow, findMembershipRows, noteAsked, storeMembership } from './entity.ts';

/** What the scoping needs of billing's dependencies. */
export type Scoping = Pick<Billing, 'db' | 'bus'>;

const keep = async ({ db }: Scoping, facts: MembershipFacts): Promise<void> => {
  // Revision 0: an answer may be overtaken by any event, and never overtakes one.
  await storeMembership(db.manager, { ...facts, isDeleted: false, revision: '0' });
};

/** A user's membership; the owner is asked when the copy has none yet. */
const findMembership = async (
  billing: Scoping,
  userId: string,
  organizationId: string,
): Promise<MembershipFacts | null> => {
  const known = await findMembershipRow(billing.db, { userId, organizationId });
  if (known) return known;
  const answer = await billing.bus.ask(askMembership, { userId, organizationId });
  if (answer) await keep(billing, answer);
  return answer;
};

const membershipsOf = async (billing: Scoping, userId: string): Promise<MembershipFacts[]> => {
  const known = await findMembershipRows(billing.db, userId);
  if (known.length > 0) return known;
  const answers = await billing.bus.ask(askMemberships, { userId });
  for (const answer of answers) await keep(billing, answer);
  await noteAsked(billing.db, userId);
  // With what events have told meanwhile.
  return findMembershipRows(billing.db, userId);
};

/**
 * The organizations whose rows a list may show: the token's one, or those of the user, narrowed to `wanted`
 * (the list's filter) when given. May be empty: then the list is empty.
 */
export const readableOrganizations = async (
  billing: Scoping,
  caller: Caller,
  wanted?: readonly string[],
): Promise<string[]> => {
  const named = wanted && new Set(wanted);
  if (caller.kind === 'anonymous' || caller.kind === 'customer') return [];
  if (caller.kind === 'token')
    return !named || named.has(caller.organizationId) ? [caller.organizationId] : [];
  if (!named) return (await membershipsOf(billing, caller.userId)).map((row) => row.organizationId);
  const found = await Promise.all(
    [...named].map((organizationId) => findMembership(billing, caller.userId, organizationId)),
  );
  return found.flatMap((membership) => membership?.organizationId ?? []);
};

/** The caller's place in an organization; null: none. An access token acts for its organization with its scopes. */
const placeIn = async (
  billing: Scoping,
  caller: Caller,
  organizationId: string,
): Promise<{ canManage: boolean } | null> => {
  if (caller.kind === 'user') return findMembership(billing, caller.userId, organizationId);
  return caller.kind === 'token' && caller.organizationId === organizationId ? { canManage: true } : null;
};

/** Whether the caller belongs to an organization. */
export const mayRead = async (billing: Scoping, caller: Caller, organizationId: string): Promise<boolean> =>
  (await placeIn(billing, caller, organizationId)) !== null;

/** Throws ResourceNotFound for what belongs to an organization the caller does not belong to. */
export const requireReader = async (
  billing: Scoping,
  caller: Caller,
  organizationId: string,
): Promise<void> => {
  if (!(await mayRead(billing, caller, organizationId))) throw kitErrors.ResourceNotFound();
};

/** Throws ResourceNotFound outside the caller's organizations, and NotPermitted for members who may not manage. */
export const requireManager = async (
  billing: Scoping,
  caller: Caller,
  organizationId: string,
): Promise<void> => {
  const place = await placeIn(billing, caller, organizationId);
  if (!place) throw kitErrors.ResourceNotFound();
  if (!place.canManage) throw kitErrors.NotPermitted();
};

/**
 * The organization that a new thing belongs to: the token's own, which then must not be named in the body; a user
 * names it, and must be allowed to manage it (contracts/billing.md, section 1).
 */
export const organizationOfCreate = async (
  billing: Scoping,
  caller: Caller,
  named: string | null | undefined,
): Promise<string> => {
  const loc = ['body', 'organization_id'];
  if (caller.kind === 'token') {
    if (named)
      throw refuseField(
        loc,
        'Must not be given: an organization token names its organization.',
        'organization_token',
      );
    return caller.organizationId;
  }
  if (!named) throw refuseField(loc, 'Field required', 'missing');
  const place = await placeIn(billing, caller, named);
  if (!place) throw refuseField(loc, 'Organization not found.');
  if (!place.canManage) throw kitErrors.NotPermitted();
  return named;
};
