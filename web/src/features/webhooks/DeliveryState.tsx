import type { WebhookEventStatus } from '@tessera/proto/api/webhook/delivery';
import { t } from '../../i18n/t.ts';
import { StatusBadge, type Tone } from '../../ui/display/StatusBadge.tsx';

/** The badge of each state, in the order of the menu: those that need attention first. */
export const deliveryStates = (): Record<WebhookEventStatus, { tone: Tone; label: string }> => ({
  failed: { tone: 'danger', label: t('webhooks:failed') },
  retrying: { tone: 'warning', label: t('webhooks:tryingAgain') },
  delivered: { tone: 'quiet', label: t('webhooks:delivered') },
});

/** Whether a message was delivered, as a badge. */
export const DeliveryState = ({ state }: { state: WebhookEventStatus }) => {
  const { tone, label } = deliveryStates()[state];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
};
