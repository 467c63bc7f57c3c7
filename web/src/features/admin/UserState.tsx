import type { AuthUser } from '../../api/sessions.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

/** What keeps a user out, or what is left to be confirmed. */
export const UserState = ({ user: { banned, emailVerified } }: { user: AuthUser }) => {
  if (banned) return <StatusBadge tone="danger">Banned</StatusBadge>;
  return emailVerified ? (
    <StatusBadge tone="quiet">Confirmed</StatusBadge>
  ) : (
    <StatusBadge tone="neutral">Unconfirmed</StatusBadge>
  );
};
