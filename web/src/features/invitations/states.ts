import type { InvitationState } from '@tessera/proto/api/organization/directory';
import type { Tone } from '../../ui/StatusBadge.tsx';

export const looks: Record<InvitationState, { tone: Tone; label: string }> = {
  open: { tone: 'info', label: 'Waiting for an answer' },
  expired: { tone: 'warning', label: 'Expired' },
  accepted: { tone: 'quiet', label: 'Accepted' },
  rejected: { tone: 'neutral', label: 'Declined' },
  canceled: { tone: 'neutral', label: 'Canceled' },
};

export const stateChoices = Object.entries(looks).map(([value, { label }]) => ({ value, label }));
