import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGetProductQuery } from '../../api/catalog/products.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { type Subscription, useUpdateSubscriptionMutation } from '../../api/sales/subscriptions.ts';
import { t } from '../../i18n/t.ts';
import { isPaused } from '../../shared/describe/SaleStatus.tsx';
import { notifyDone, notifyFailed } from '../../ui/dialogs/notify.ts';
import { formatDay } from '../../ui/format/dates.ts';
import { formatMoney } from '../../ui/format/money.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { Trial } from './Trial.tsx';

/** The scheduled changes of a subscription, each with a button that reverts it. */
export const Planned = ({ subscription }: { subscription: Subscription }) => {
  const { id, pendingUpdate, pauseAtPeriodEnd, trialEnd, status, currentPeriodEnd, resumesAt } = subscription;
  const until = currentPeriodEnd ? formatDay(currentPeriodEnd) : '';
  const isTrial = status === 'trialing' && trialEnd !== null;
  // It is kept in case the cancellation is reverted.
  const plan = subscription.cancelAtPeriodEnd ? null : pendingUpdate;
  if (!plan && !pauseAtPeriodEnd && !isTrial && !isPaused(subscription)) return null;
  return (
    <Section title={t('subscriptions:planned')}>
      <Stack gap="sm">
        {isTrial && <Trial subscription={subscription} end={trialEnd} />}
        {plan && (
          <Plan id={id} undo={t('subscriptions:takeBack')} changes={{ pendingUpdate: null }}>
            {plan.amount === null ? (
              <NextProduct id={plan.productId} date={formatDay(plan.appliesAt)} />
            ) : (
              pricesInWords(subscription, plan.amount, formatDay(plan.appliesAt))
            )}
          </Plan>
        )}
        {pauseAtPeriodEnd && (
          <Plan id={id} undo={t('subscriptions:doNotPause')} changes={{ pauseAtPeriodEnd: false }}>
            {resumesAt
              ? t('subscriptions:pausesUntil', { date: until, until: formatDay(resumesAt) })
              : t('subscriptions:pausesOn', { date: until })}
          </Plan>
        )}
        {isPaused(subscription) && (
          <Text>
            {resumesAt
              ? t('subscriptions:pausedUntil', { date: formatDay(resumesAt) })
              : t('subscriptions:pausedForNow')}
          </Text>
        )}
      </Stack>
    </Section>
  );
};

/** The announced price. With an unchanged fixed amount only the usage prices differ, so it is not named. */
const pricesInWords = (
  { amount: present, currency, prices }: Subscription,
  amount: number,
  date: string,
): string => {
  const isByUsage = prices.some(({ amountType }) => amountType === 'metered_unit');
  if (isByUsage && amount === present) return t('subscriptions:usageCostsFrom', { date });
  return t('subscriptions:costsFrom', { amount: formatMoney(amount, currency), date });
};

const NextProduct = ({ id, date }: { id: string; date: string }) => {
  const { data } = useGetProductQuery(id);
  return t('subscriptions:changesTo', { product: data?.name ?? '…', date });
};

type PlanProps = {
  id: string;
  undo: string;
  changes: Parameters<ReturnType<typeof useUpdateSubscriptionMutation>[0]>[0]['changes'];
  children: ReactNode;
};

const Plan = ({ id, undo, changes, children }: PlanProps) => {
  const { writeRefusal } = useCurrentOrganization();
  const [update, { isLoading }] = useUpdateSubscriptionMutation();
  const act = async () => {
    const { error } = await update({ id, changes });
    if (error) notifyFailed(asFailure(error).message);
    else notifyDone(t('ui:yourChangesWereSaved'));
  };
  return (
    <Group justify="space-between" gap="sm">
      <Text>{children}</Text>
      <GuardedButton variant="default" size="xs" refusal={writeRefusal} loading={isLoading} onClick={act}>
        {undo}
      </GuardedButton>
    </Group>
  );
};
