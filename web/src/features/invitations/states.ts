import type { AuthInvitation } from '@tessera/proto/api/organization/organization';
import type { Tone } from '../../ui/StatusBadge.tsx';

type State = AuthInvitation['status'] | 'expired';

/** A pending invitation that nobody answered in time has expired. */
export const stateOf = (
  { status, expiresAt }: Pick<AuthInvitation, 'status' | 'expiresAt'>,
  now: Date,
): State => (status === 'pending' && expiresAt <= now ? 'expired' : status);

export const looks: Record<State, { tone: Tone; label: string }> = {
  pending: { tone: 'info', label: 'Waiting for an answer' },
  expired: { tone: 'warning', label: 'Expired' },
  accepted: { tone: 'success', label: 'Accepted' },
  rejected: { tone: 'neutral', label: 'Declined' },
  canceled: { tone: 'neutral', label: 'Canceled' },
};

/** The server lists the oldest first. Those that still wait for an answer come before all others. */
export const newestFirst = <Invitation extends Pick<AuthInvitation, 'status'>>(
  invitations: readonly Invitation[],
): Invitation[] => {
  const newest = invitations.toReversed();
  const isOpen = ({ status }: Invitation) => status === 'pending';
  return [...newest.filter(isOpen), ...newest.filter((invitation) => !isOpen(invitation))];
};
