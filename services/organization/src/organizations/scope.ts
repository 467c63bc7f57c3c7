/** The organizations that a caller of the billing API may access. */
import { kitErrors } from '@tessera/kit/errors';
import type { RowStep } from '@tessera/kit/http/endpoint';
import type { Caller, UserCaller, UserTokenCaller } from '@tessera/proto/api/passport';
import { findMember, listMemberships, requireManager } from '../members/service.ts';
import type { OrganizationParts } from '../organization.ts';
import type { OrganizationRow } from './entity.ts';
import { findOrganization } from './service.ts';

/**
 * Returns the ids of the organizations that a caller may read: a token's own, or those of the user (for an OAuth
 * client, of the user it acts for). Throws Unauthorized for anonymous callers and customers.
 */
export const readableIds = async (parts: OrganizationParts, caller: Caller): Promise<string[]> => {
  if (caller.kind === 'token') return [caller.organizationId];
  if (caller.kind === 'anonymous' || caller.kind === 'customer') throw kitErrors.Unauthorized();
  return (await listMemberships(parts, caller.userId)).map((member) => member.organizationId);
};

/** An endpoint's row step: finds an organization for its members and its tokens. */
export const readableOrganization =
  (parts: OrganizationParts): RowStep<{ id: string }, OrganizationRow> =>
  async ({ params, caller }) => {
    await requireReader(parts, caller, params.id);
    const organization = await findOrganization(parts, params.id);
    if (!organization) throw kitErrors.ResourceNotFound();
    return organization;
  };

/** As `readableOrganization`, for callers who may manage it. Returns the id: the row is read under its lock. */
export const manageableOrganization =
  (parts: OrganizationParts): RowStep<{ id: string }, { id: string }> =>
  async ({ params: { id }, caller }) => {
    // For tokens, scopes have been checked before.
    if (isForUser(caller)) await requireManager(parts, { userId: caller.userId, organizationId: id });
    else await requireReader(parts, caller, id);
    return { id };
  };

/** Whether the caller is a user, or an OAuth client that acts for one. */
export const isForUser = (caller: Caller): caller is UserCaller | UserTokenCaller =>
  caller.kind === 'user' || caller.kind === 'user-token';

/** Throws ResourceNotFound unless the caller may read the organization. */
const requireReader = async (
  parts: OrganizationParts,
  caller: Caller,
  organizationId: string,
): Promise<void> => {
  if (caller.kind === 'anonymous' || caller.kind === 'customer') throw kitErrors.Unauthorized();
  const isOwn =
    caller.kind === 'token'
      ? caller.organizationId === organizationId.toLowerCase()
      : await findMember(parts, { userId: caller.userId, organizationId });
  if (!isOwn) throw kitErrors.ResourceNotFound();
};

/** Returns the user who calls, or for whom an OAuth client calls. Throws for other callers. */
export const requireUser = (caller: Caller): UserCaller | UserTokenCaller =>
  caller.kind === 'user-token' ? caller : requirePerson(caller);

/** Returns the user who calls in person. Throws for access tokens, including those that act for a user. */
export const requirePerson = (caller: Caller): UserCaller => {
  if (caller.kind === 'user') return caller;
  if (caller.kind === 'anonymous' || caller.kind === 'customer') throw kitErrors.Unauthorized();
  throw kitErrors.NotPermitted('Access tokens cannot do this. Sign in instead.');
};
