/** The events of organization. */
import { defineEvent } from './define.ts';
import {
  AccessTokenCreatedSchema,
  AccessTokenRevokedSchema,
  MembershipCreatedSchema,
  MembershipDeletedSchema,
  MembershipUpdatedSchema,
  OrganizationCreatedSchema,
  OrganizationDeletedSchema,
  OrganizationUpdatedSchema,
} from './gen/tessera/organization/v1/events_pb.ts';

export const organizationCreated = defineEvent(
  'organization.organization.created',
  OrganizationCreatedSchema,
);
export const organizationUpdated = defineEvent(
  'organization.organization.updated',
  OrganizationUpdatedSchema,
);
export const organizationDeleted = defineEvent(
  'organization.organization.deleted',
  OrganizationDeletedSchema,
);
export const membershipCreated = defineEvent('organization.membership.created', MembershipCreatedSchema);
export const membershipUpdated = defineEvent('organization.membership.updated', MembershipUpdatedSchema);
export const membershipDeleted = defineEvent('organization.membership.deleted', MembershipDeletedSchema);
export const accessTokenCreated = defineEvent('organization.access-token.created', AccessTokenCreatedSchema);
export const accessTokenRevoked = defineEvent('organization.access-token.revoked', AccessTokenRevokedSchema);
