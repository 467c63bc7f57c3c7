/** Which organizations a caller of the billing API acts for. */
import { kitErrors } from '@tessera/kit/errors';
import type { Caller, UserCaller } from '@tessera/proto/api/passport';
import { findMember, listMemberships, requireManager } from '../members/service.ts';
import type { OrganizationParts } from '../organization.ts';

/** The ids of the organizations that a caller may read: a token's own one, or those a user belongs to. */
export const readableIds = async (parts: OrganizationParts, caller: Caller): Promise<string[]> => {
  if (caller.kind === 'token') return [caller.organizationId];
  if (caller.kind === 'anonymous' || caller.kind === 'customer') throw kitErrors.Unauthorized();
  return (await listMemberships(parts, caller.userId)).map((member) => member.organizationId);
};

/** Throws "not found" for an organization that the caller may not see. */
export const requireReader = async (
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

/** Throws for an organization that the caller may not see or may not change. A token's scopes are checked before. */
export const requireWriter = async (
  parts: OrganizationParts,
  caller: Caller,
  organizationId: string,
): Promise<void> => {
  if (caller.kind === 'user') await requireManager(parts, { userId: caller.userId, organizationId });
  else await requireReader(parts, caller, organizationId);
};

/** The person calling. Access tokens act for one organization and never for a person. */
export const requirePerson = (caller: Caller): UserCaller => {
  if (caller.kind === 'user') return caller;
  if (caller.kind === 'anonymous' || caller.kind === 'customer') throw kitErrors.Unauthorized();
  throw kitErrors.NotPermitted('An access token may not do this: sign in.');
};
