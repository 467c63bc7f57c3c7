import { Text } from '@mantine/core';
import type { Subscription } from '../../api/subscriptions.ts';
import { t } from '../../i18n/t.ts';
import { DateTime } from '../../ui/DateTime.tsx';
import { Details } from '../../ui/Details.tsx';
import { Section } from '../../ui/Section.tsx';
import { describeReason } from './reasons.ts';

/** What was said counts; of what ended by itself the system knows why. */
const whyOf = ({ customerCancellationReason: reason, endedReason }: Subscription): string => {
  if (reason !== null) return describeReason(reason);
  return endedReason === null ? t('subscriptions:notSaid') : t(`subscriptions:endedReason.${endedReason}`);
};

/** When a subscription was canceled, and why: as its customer said, or the seller who did it, or as it is known. */
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
          [t('subscriptions:why'), whyOf(subscription)],
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
