/** The events of organization. */
import { defineEvent } from './define.ts';
import {
  AccessTokenCreatedSchema,
  AccessTokenRevokedSchema,
  AccessTokenUpdatedSchema,
  InvitationAcceptedSchema,
  InvitationCanceledSchema,
  InvitationCreatedSchema,
  InvitationRejectedSchema,
  MembershipCreatedSchema,
  MembershipDeletedSchema,
  MembershipUpdatedSchema,
  OAuthConsentGivenSchema,
  OAuthConsentRevokedSchema,
  OrganizationCreatedSchema,
  OrganizationDeletedSchema,
  OrganizationUpdatedSchema,
  OwnershipInheritedSchema,
  TeamCreatedSchema,
  TeamDeletedSchema,
  TeamUpdatedSchema,
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
export const ownershipInherited = defineEvent('organization.ownership.inherited', OwnershipInheritedSchema);
export const membershipCreated = defineEvent('organization.membership.created', MembershipCreatedSchema);
export const membershipUpdated = defineEvent('organization.membership.updated', MembershipUpdatedSchema);
export const membershipDeleted = defineEvent('organization.membership.deleted', MembershipDeletedSchema);
export const accessTokenCreated = defineEvent('organization.access-token.created', AccessTokenCreatedSchema);
export const accessTokenRevoked = defineEvent('organization.access-token.revoked', AccessTokenRevokedSchema);
export const accessTokenUpdated = defineEvent('organization.access-token.updated', AccessTokenUpdatedSchema);
export const oauthConsentGiven = defineEvent('organization.oauth-consent.given', OAuthConsentGivenSchema);
export const oauthConsentRevoked = defineEvent(
  'organization.oauth-consent.revoked',
  OAuthConsentRevokedSchema,
);
export const invitationCreated = defineEvent('organization.invitation.created', InvitationCreatedSchema);
export const invitationAccepted = defineEvent('organization.invitation.accepted', InvitationAcceptedSchema);
export const invitationRejected = defineEvent('organization.invitation.rejected', InvitationRejectedSchema);
export const invitationCanceled = defineEvent('organization.invitation.canceled', InvitationCanceledSchema);
export const teamCreated = defineEvent('organization.team.created', TeamCreatedSchema);
export const teamUpdated = defineEvent('organization.team.updated', TeamUpdatedSchema);
export const teamDeleted = defineEvent('organization.team.deleted', TeamDeletedSchema);
