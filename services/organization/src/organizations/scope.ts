/** Which organizations a caller of the billing API acts for. */
import type { RowStep } from '@tessera/kit/endpoint';
import { kitErrors } from '@tessera/kit/errors';
import type { Caller, UserCaller, UserTokenCaller } from '@tessera/proto/api/passport';
import { findMember, listMemberships, requireManager } from '../members/service.ts';
import type { OrganizationParts } from '../organization.ts';
import type { OrganizationRow } from './entity.ts';
import { findOrganization } from './service.ts';

/** The ids of the organizations that a caller may read: a token's own one, or those that the user belongs to who calls or is acted for. */
export const readableIds = async (parts: OrganizationParts, caller: Caller): Promise<string[]> => {
  if (caller.kind === 'token') return [caller.organizationId];
  if (caller.kind === 'anonymous' || caller.kind === 'customer') throw kitErrors.Unauthorized();
  return (await listMemberships(parts, caller.userId)).map((member) => member.organizationId);
};

/** The step of an endpoint that finds an organization for its members and its tokens. */
export const readableOrganization =
  (parts: OrganizationParts): RowStep<{ id: string }, OrganizationRow> =>
  async ({ params, caller }) => {
    await requireReader(parts, caller, params.id);
    const organization = await findOrganization(parts, params.id);
    if (!organization) throw kitErrors.ResourceNotFound();
    return organization;
  };

/** The same for who may change it. Its row is read where it is locked. */
export const manageableOrganization =
  (parts: OrganizationParts): RowStep<{ id: string }, { id: string }> =>
  async ({ params: { id }, caller }) => {
    // A token's scopes are checked before.
    if (isForUser(caller)) await requireManager(parts, { userId: caller.userId, organizationId: id });
    else await requireReader(parts, caller, id);
    return { id };
  };

/** Whether a caller may what a user may: the user, or an OAuth client that acts for them. */
export const isForUser = (caller: Caller): caller is UserCaller | UserTokenCaller =>
  caller.kind === 'user' || caller.kind === 'user-token';

/** Throws "not found" for an organization that the caller may not see. */
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

/** Who is called for: themselves, or by an OAuth client that they have allowed to. */
export const requireUser = (caller: Caller): UserCaller | UserTokenCaller =>
  caller.kind === 'user-token' ? caller : requirePerson(caller);

/** The person calling. Access tokens, also those that act for a user, are no person. */
export const requirePerson = (caller: Caller): UserCaller => {
  if (caller.kind === 'user') return caller;
  if (caller.kind === 'anonymous' || caller.kind === 'customer') throw kitErrors.Unauthorized();
  throw kitErrors.NotPermitted('Access tokens cannot do this. Sign in instead.');
};

/**
 * The same for what outlives the session: an administrator who acts as somebody else for a while would keep it when
 * that while is over.
 */
export const requireOwnPerson = (caller: Caller): UserCaller => {
  const person = requirePerson(caller);
  if (person.isImpersonated) throw kitErrors.NotPermitted('Not allowed while impersonating a user');
  return person;
};
