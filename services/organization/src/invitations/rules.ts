/** When an invitation can be answered, and by whom (specification, sections 4 and 5). Pure. */
import type { InvitationState } from '@tessera/proto/api/organization/directory';
import type { InvitationRow } from './entity.ts';

/** Only a pending, unexpired invitation can be accepted or rejected. */
export const isOpen = (
  { status, expiresAt }: Pick<InvitationRow, 'status' | 'expiresAt'>,
  now: Date,
): boolean => status === 'pending' && expiresAt > now;

/** The case of addresses does not count. */
export const isFor = ({ email }: Pick<InvitationRow, 'email'>, person: { email: string }): boolean =>
  email.toLowerCase() === person.email.toLowerCase();

/** What it is in the eyes of those who wait. */
export const stateOf = (
  invitation: Pick<InvitationRow, 'status' | 'expiresAt'>,
  now: Date,
): InvitationState => {
  if (invitation.status !== 'pending') return invitation.status;
  return isOpen(invitation, now) ? 'open' : 'expired';
};
