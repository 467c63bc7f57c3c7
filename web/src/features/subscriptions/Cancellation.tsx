import { Text } from '@mantine/core';
import type { Subscription } from '../../api/subscriptions.ts';
import { t } from '../../i18n/t.ts';
import { DateTime } from '../../ui/DateTime.tsx';
import { Details } from '../../ui/Details.tsx';
import { Section } from '../../ui/Section.tsx';
import { describeReason } from './reasons.ts';

/** When a subscription was canceled, and what was said of why: by its customer, or by the seller who did it. */
export const Cancellation = ({ subscription }: { subscription: Subscription }) => {
  const {
    canceledAt,
    customerCancellationReason: reason,
    customerCancellationComment: comment,
  } = subscription;
  if (canceledAt === null && reason === null && comment === null) return null;
  return (
    <Section title={t('subscriptions:cancellation')}>
      <Details
        items={[
          [t('subscriptions:canceledOn'), <DateTime key="c" value={canceledAt} />],
          [t('subscriptions:why'), reason === null ? t('subscriptions:notSaid') : describeReason(reason)],
        ]}
      />
      {comment !== null && (
        <Text mt="sm" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {comment}
        </Text>
      )}
    </Section>
  );
};
