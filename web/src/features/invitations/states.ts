import type { InvitationState } from '@tessera/proto/api/organization/directory';
import { t } from '../../i18n/t.ts';
import type { Tone } from '../../ui/display/StatusBadge.tsx';

export const looks = (): Record<InvitationState, { tone: Tone; label: string }> => ({
  open: { tone: 'info', label: t('invitations:waitingForAnAnswer') },
  expired: { tone: 'warning', label: t('invitations:expired') },
  accepted: { tone: 'quiet', label: t('invitations:accepted') },
  rejected: { tone: 'neutral', label: t('invitations:declined') },
  canceled: { tone: 'neutral', label: t('invitations:canceled') },
});

export const stateChoices = () => Object.entries(looks()).map(([value, { label }]) => ({ value, label }));
