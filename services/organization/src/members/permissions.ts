/** The caller's permissions in an organization. */
import type { HasPermission, HasPermissionReply } from '@tessera/proto/api/organization/organization';
import type { UserCaller } from '@tessera/proto/api/passport';
import { grants } from '@tessera/proto/api/roles';
import type { OrganizationParts } from '../organization.ts';
import { memberErrors } from './errors.ts';
import { chosenOrganization } from './own-membership.ts';
import { findMember } from './service.ts';

/** Returns whether one of the caller's roles grants all requested permissions. */
export const hasPermission = async (
  parts: OrganizationParts,
  caller: UserCaller,
  { permissions, permission, ...named }: HasPermission,
): Promise<HasPermissionReply> => {
  const organizationId = chosenOrganization(caller, named.organizationId);
  const member = await findMember(parts, { userId: caller.userId, organizationId });
  if (!member) throw memberErrors.NotAMember();
  const wanted = permissions ?? permission ?? {};
  return { error: null, success: grants(parts.options.roles, member.role, wanted) };
};
