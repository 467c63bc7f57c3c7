/** The events of identity. */
import { defineEvent } from './define.ts';
import {
  SessionCreatedSchema,
  SessionRevokedSchema,
  UserCreatedSchema,
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
