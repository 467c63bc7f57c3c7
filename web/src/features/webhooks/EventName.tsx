import { Group } from '@mantine/core';
import type { WebhookEvent } from '../../api/organization/webhooks.ts';
import { t } from '../../i18n/t.ts';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';

/** The type of an event, and whether it was a test. */
export const EventName = ({ event: { type, isTest } }: { event: WebhookEvent }) =>
  isTest ? (
    <Group component="span" gap="xs">
      {type}
      <StatusBadge tone="info">{t('webhooks:test')}</StatusBadge>
    </Group>
  ) : (
    type
  );
