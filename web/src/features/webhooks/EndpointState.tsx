import type { WebhookEndpoint } from '../../api/organization/webhooks.ts';
import { t } from '../../i18n/t.ts';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';

/** Whether an endpoint gets events, and if not, whether a user paused it or the system disabled it. */
export const EndpointState = ({ endpoint: { enabled, isFailing } }: { endpoint: WebhookEndpoint }) => {
  if (enabled) return <StatusBadge tone="quiet">{t('webhooks:enabled')}</StatusBadge>;
  return isFailing ? (
    <StatusBadge tone="danger">{t('webhooks:disabled')}</StatusBadge>
  ) : (
    <StatusBadge tone="warning">{t('webhooks:paused')}</StatusBadge>
  );
};
