import { Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { type Subscription, useUpdateSubscriptionMutation } from '../../api/sales/subscriptions.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { dayOf } from '../../ui/filters/days.ts';
import { formatDay } from '../../ui/format/dates.ts';
import { formatMoney } from '../../ui/format/money.ts';
import { DateField } from '../../ui/forms/DateField.tsx';
import { failureErrors } from '../../ui/forms/form-errors.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';

type Props = { subscription: Subscription };

/** The end of a trial, and buttons to change it or to end the trial now. */
export const Trial = ({ subscription, end }: Props & { end: NonNullable<Subscription['trialEnd']> }) => {
  const isEnding = subscription.cancelAtPeriodEnd;
  return (
    <Group justify="space-between" gap="sm">
      <Text>
        {t(isEnding ? 'subscriptions:trialEndsUnpaid' : 'subscriptions:trialUntil', { date: formatDay(end) })}
      </Text>
      <Group gap="xs">
        <MoveEnd subscription={subscription} />
        {/* A canceled trial is followed by no payment: ending it now would be ending the subscription. */}
        {!isEnding && <EndNow subscription={subscription} />}
      </Group>
    </Group>
  );
};

/** Keeps the time of day, at which the following periods will begin. */
const onDay = (day: string, at: string): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const end = new Date(at);
  end.setFullYear(year, month - 1, date);
  return end.toISOString();
};

const MoveEnd = ({ subscription: { id, trialEnd, cancelAtPeriodEnd } }: Props) => {
  const { writeRefusal } = useCurrentOrganization();
  const [isAsking, asking] = useDisclosure(false);
  const [day, setDay] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [update, { isLoading, error, reset }] = useUpdateSubscriptionMutation();
  const refused = error ? failureErrors(asFailure(error)) : {};
  const open = () => {
    reset();
    setIsMissing(false);
    setDay(trialEnd === null ? '' : dayOf(trialEnd));
    asking.open();
  };
  const confirm = async () => {
    setIsMissing(day === '');
    if (day === '' || trialEnd === null) return;
    const { error: failed } = await update({ id, changes: { trialEnd: onDay(day, trialEnd) } });
    if (failed) return;
    asking.close();
    notifyDone(t('subscriptions:trialMoved'));
  };
  return (
    <>
      <GuardedButton variant="default" size="xs" refusal={writeRefusal} onClick={open}>
        {t('subscriptions:moveTrialEnd')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('subscriptions:moveTrialEndTitle')}
        action={t('subscriptions:moveTrialEnd')}
        isReversible
        wayOut={t('subscriptions:back')}
        isBusy={isLoading}
        error={error && !refused['trialEnd'] ? asFailure(error).message : null}
        fieldError={refused['trialEnd']}
        onConfirm={confirm}
        onClose={asking.close}
      >
        <Stack gap="sm">
          {t(cancelAtPeriodEnd ? 'subscriptions:movedUnpaidNote' : 'subscriptions:movedNote')}
          <DateField
            label={t('subscriptions:trialLastsUntil')}
            value={day}
            error={isMissing ? t('common:thisIsRequired') : refused['trialEnd']}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
        </Stack>
      </ConfirmDialog>
    </>
  );
};

const EndNow = ({ subscription: { id, amount, currency } }: Props) => {
  const { writeRefusal } = useCurrentOrganization();
  const [isAsking, asking] = useDisclosure(false);
  const [update, { isLoading, error }] = useUpdateSubscriptionMutation();
  const confirm = async () => {
    const { error: refused } = await update({ id, changes: { trialEnd: 'now' } });
    if (refused) return;
    asking.close();
    notifyDone(t('ui:yourChangesWereSaved'));
  };
  return (
    <>
      <GuardedButton variant="default" size="xs" refusal={writeRefusal} onClick={asking.open}>
        {t('subscriptions:endTrial')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('subscriptions:endTrialTitle')}
        action={t('subscriptions:endTrial')}
        wayOut={t('subscriptions:back')}
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={confirm}
        onClose={asking.close}
      >
        {t('subscriptions:trialEndedNow', { amount: formatMoney(amount, currency) })}
      </ConfirmDialog>
    </>
  );
};
