/** The events of identity. */
import { defineEvent } from './define.ts';
import {
  AccountDeletionRequestedSchema,
  AccountLinkedSchema,
  AccountUnlinkedSchema,
  EmailChangeRequestedSchema,
  EmailVerifiedSchema,
  NewDeviceSignedInSchema,
  PasswordChangedSchema,
  PasswordResetRequestedSchema,
  SessionCreatedSchema,
  SessionRevokedSchema,
  UserBannedSchema,
  UserCreatedSchema,
  UserDeletedSchema,
  UserUnbannedSchema,
  UserUpdatedSchema,
  VerificationRequestedSchema,
} from './gen/tessera/identity/v1/events_pb.ts';

export const userCreated = defineEvent('identity.user.created', UserCreatedSchema);
export const userUpdated = defineEvent('identity.user.updated', UserUpdatedSchema);
export const sessionCreated = defineEvent('identity.session.created', SessionCreatedSchema);
export const sessionRevoked = defineEvent('identity.session.revoked', SessionRevokedSchema);
export const verificationRequested = defineEvent(
  'identity.verification.requested',
  VerificationRequestedSchema,
);
export const userDeleted = defineEvent('identity.user.deleted', UserDeletedSchema);
export const userBanned = defineEvent('identity.user.banned', UserBannedSchema);
export const userUnbanned = defineEvent('identity.user.unbanned', UserUnbannedSchema);
export const passwordChanged = defineEvent('identity.password.changed', PasswordChangedSchema);
export const emailVerified = defineEvent('identity.email.verified', EmailVerifiedSchema);
export const passwordResetRequested = defineEvent(
  'identity.password-reset.requested',
  PasswordResetRequestedSchema,
);
export const emailChangeRequested = defineEvent(
  'identity.email-change.requested',
  EmailChangeRequestedSchema,
);
export const accountDeletionRequested = defineEvent(
  'identity.account-deletion.requested',
  AccountDeletionRequestedSchema,
);
export const accountLinked = defineEvent('identity.account.linked', AccountLinkedSchema);
export const accountUnlinked = defineEvent('identity.account.unlinked', AccountUnlinkedSchema);
export const newDeviceSignedIn = defineEvent('identity.new-device.signed-in', NewDeviceSignedInSchema);
