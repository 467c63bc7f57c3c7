import { Text } from '@mantine/core';
import type { Subscription } from '../../api/sales/subscriptions.ts';
import { t } from '../../i18n/t.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Details } from '../../ui/display/Details.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { describeReason } from './reasons.ts';

/** The stated reason, else the system's reason for the end. */
const whyOf = ({ customerCancellationReason: reason, endedReason }: Subscription): string => {
  if (reason !== null) return describeReason(reason);
  return endedReason === null ? t('subscriptions:notSaid') : t(`subscriptions:endedReason.${endedReason}`);
};

/** When and why a subscription was canceled: by its customer, by the seller, or by the system. */
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
