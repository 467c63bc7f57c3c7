import { Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { type Subscription, useUpdateSubscriptionMutation } from '../../api/sales/subscriptions.ts';
import { t } from '../../i18n/t.ts';
import { isPaused } from '../../shared/describe/SaleStatus.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { formatMoney } from '../../ui/format/money.ts';
import { DateField } from '../../ui/forms/DateField.tsx';
import { failureErrors } from '../../ui/forms/form-errors.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { isRunning } from './state.ts';

/** Pauses a subscription at the period's end, or resumes a paused one. */
export const PauseSubscription = ({ subscription }: { subscription: Subscription }) => {
  if (isPaused(subscription)) return <Resume subscription={subscription} />;
  return <Pause subscription={subscription} />;
};

const Pause = ({ subscription }: { subscription: Subscription }) => {
  const { id, currentPeriodEnd } = subscription;
  const { writeRefusal } = useCurrentOrganization();
  const [isAsking, asking] = useDisclosure(false);
  const [resumesOn, setResumesOn] = useState('');
  const [update, { isLoading, error }] = useUpdateSubscriptionMutation();
  const refused = error ? failureErrors(asFailure(error)) : {};
  const confirm = async () => {
    const resumesAt = resumesOn ? `${resumesOn}T00:00:00Z` : null;
    const { error: failed } = await update({ id, changes: { pauseAtPeriodEnd: true, resumesAt } });
    if (failed) return;
    asking.close();
    notifyDone(t('subscriptions:willPause'));
  };
  const isOffered = isRunning(subscription) && !subscription.pauseAtPeriodEnd;
  // The dialog stays mounted while it is open, to explain that a subscription that ended meanwhile cannot pause.
  if (!isOffered && !isAsking) return null;
  return (
    <>
      <GuardedButton variant="default" refusal={writeRefusal} onClick={asking.open}>
        {t('subscriptions:pause')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('subscriptions:pauseSubscription')}
        action={t('subscriptions:pauseAtEnd')}
        isReversible
        wayOut={t('subscriptions:back')}
        isBusy={isLoading}
        error={error && !refused['resumesAt'] ? asFailure(error).message : null}
        onConfirm={confirm}
        onClose={asking.close}
      >
        <Stack gap="sm">
          {t('subscriptions:pausedFrom', { date: currentPeriodEnd ? formatMoment(currentPeriodEnd) : '' })}
          <DateField
            label={t('subscriptions:resumesOn')}
            description={t('subscriptions:resumesOnNote')}
            value={resumesOn}
            error={refused['resumesAt']}
            onChange={(event) => setResumesOn(event.currentTarget.value)}
          />
        </Stack>
      </ConfirmDialog>
    </>
  );
};

const Resume = ({ subscription: { id, amount, currency } }: { subscription: Subscription }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [isAsking, asking] = useDisclosure(false);
  const [update, { isLoading, error }] = useUpdateSubscriptionMutation();
  const confirm = async () => {
    const { error: refused } = await update({ id, changes: { resume: true } });
    if (refused) return;
    asking.close();
    notifyDone(t('subscriptions:goesOn'));
  };
  return (
    <>
      <GuardedButton variant="default" refusal={writeRefusal} onClick={asking.open}>
        {t('subscriptions:resume')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('subscriptions:resumeSubscription')}
        action={t('subscriptions:resumeNow')}
        isReversible
        wayOut={t('subscriptions:back')}
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={confirm}
        onClose={asking.close}
      >
        {t('subscriptions:resumedNow', { amount: formatMoney(amount, currency) })}
      </ConfirmDialog>
    </>
  );
};
