/** Rules of invitations: who may invite, who may answer, and when (specification, sections 4 and 5). Pure. */
import type { InvitationState } from '@tessera/proto/api/organization/directory';
import { grants, type Roles } from '@tessera/proto/api/roles';
import { holdsRole } from '../roles.ts';
import type { InvitationRow } from './entity.ts';

/** Only a pending, unexpired invitation can be accepted or rejected. */
export const isOpen = (
  { status, expiresAt }: Pick<InvitationRow, 'status' | 'expiresAt'>,
  now: Date,
): boolean => status === 'pending' && expiresAt > now;

/** Returns the missing requirement to invite with a role; null: allowed. Only owners may invite owners. */
export const whyNotInvite = (
  { roles, creatorRole }: { roles: Roles; creatorRole: string },
  held: string,
  role: string,
): 'right' | 'role' | null => {
  if (!grants(roles, held, { invitation: ['create'] })) return 'right';
  return holdsRole(role, creatorRole) && !holdsRole(held, creatorRole) ? 'role' : null;
};

/** Whether the invitation is for this person's address, ignoring case. */
export const isFor = ({ email }: Pick<InvitationRow, 'email'>, person: { email: string }): boolean =>
  email.toLowerCase() === person.email.toLowerCase();

/** `jane@example.com` -> `j•••@e•••.com`: enough to recognize a known address, too little to use it. */
export const maskAddress = (email: string): string => {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  const ending = dot > 0 ? domain.slice(dot) : '';
  return `${mask(email.slice(0, Math.max(at, 0)))}@${mask(dot > 0 ? domain.slice(0, dot) : domain)}${ending}`;
};

/** For short texts even the first letter would reveal too much. */
const mask = (text: string): string =>
  `${text.length > 2 ? String.fromCodePoint(text.codePointAt(0) ?? 0) : ''}•••`;

/** Returns the state shown to users: expired invitations are stored as pending. */
export const stateOf = (
  invitation: Pick<InvitationRow, 'status' | 'expiresAt'>,
  now: Date,
): InvitationState => {
  if (invitation.status !== 'pending') return invitation.status;
  return isOpen(invitation, now) ? 'open' : 'expired';
};
