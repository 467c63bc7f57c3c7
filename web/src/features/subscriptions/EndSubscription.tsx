import { Radio, Select, Stack, Textarea } from '@mantine/core';
import { CustomerCancellationReason } from '@tessera/proto/api/billing/enums';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { type Subscription, useUpdateSubscriptionMutation } from '../../api/sales/subscriptions.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone, notifyFailed } from '../../ui/dialogs/notify.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { reasonChoices } from './reasons.ts';
import { isKeepable, isOverdue, isUnpaid } from './state.ts';

/** Cancels a subscription at the period's end or immediately, or reverts a cancellation. */
export const EndSubscription = ({ subscription }: { subscription: Subscription }) => (
  <>
    {isKeepable(subscription) && subscription.endedAt === null && <Keep subscription={subscription} />}
    <End subscription={subscription} />
  </>
);

const Keep = ({ subscription: { id } }: { subscription: Subscription }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [update, { isLoading }] = useUpdateSubscriptionMutation();
  const keep = async () => {
    const { error } = await update({ id, changes: { cancelAtPeriodEnd: false } });
    if (error) notifyFailed(asFailure(error).message);
    else notifyDone(t('subscriptions:goesOn'));
  };
  return (
    <GuardedButton variant="default" refusal={writeRefusal} loading={isLoading} onClick={keep}>
      {t('subscriptions:keep')}
    </GuardedButton>
  );
};

const End = ({ subscription }: { subscription: Subscription }) => {
  const { writeRefusal } = useCurrentOrganization();
  // A snapshot of when the dialog opened: later changes must not turn its button into another action.
  const [asked, setAsked] = useState<Subscription | null>(null);
  const shown = asked ?? subscription;
  const { id, cancelAtPeriodEnd, endedAt } = shown;
  // An unpaid or overdue subscription has no period at whose end it could end.
  const isEnding = cancelAtPeriodEnd || isUnpaid(shown) || isOverdue(shown);
  const [when, setWhen] = useState('end');
  const [reason, setReason] = useState<CustomerCancellationReason | null>(null);
  const [comment, setComment] = useState('');
  const [update, { isLoading, error }] = useUpdateSubscriptionMutation();
  const isNow = isEnding || when === 'now';
  const confirm = async () => {
    const because = {
      ...(reason && { customerCancellationReason: reason }),
      ...(comment.trim() && { customerCancellationComment: comment.trim() }),
    };
    const changes = isNow ? { revoke: true as const, ...because } : { cancelAtPeriodEnd: true, ...because };
    const { error: refused } = await update({ id, changes });
    if (refused) return;
    setAsked(null);
    notifyDone(isNow ? t('subscriptions:hasEnded') : t('subscriptions:willEnd'));
  };
  if (endedAt !== null) return null;
  return (
    <>
      <GuardedButton variant="default" refusal={writeRefusal} onClick={() => setAsked(subscription)}>
        {isEnding ? t('subscriptions:endNow') : t('subscriptions:cancel')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={asked !== null}
        title={t('subscriptions:cancelSubscription')}
        action={isNow ? t('subscriptions:endNow') : t('subscriptions:cancelAtEnd')}
        wayOut={t('subscriptions:back')}
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={confirm}
        onClose={() => setAsked(null)}
      >
        <Stack gap="sm">
          {isEnding ? (
            t('subscriptions:losesBenefitsNow')
          ) : (
            <When subscription={shown} value={when} onChange={setWhen} />
          )}
          <Why reason={reason} onReason={setReason} comment={comment} onComment={setComment} />
        </Stack>
      </ConfirmDialog>
    </>
  );
};

type WhenProps = { subscription: Subscription; value: string; onChange: (value: string) => void };

const When = ({ subscription: { currentPeriodEnd, status }, value, onChange }: WhenProps) => (
  <Radio.Group value={value} onChange={onChange} label={t('subscriptions:whenItEnds')}>
    <Stack gap="xs" mt="xs">
      <Radio
        value="end"
        label={t('subscriptions:atPeriodEnd', {
          date: currentPeriodEnd ? formatMoment(currentPeriodEnd) : '',
        })}
        description={t(
          status === 'past_due' ? 'subscriptions:owesUntilThen' : 'subscriptions:keepsUntilThen',
        )}
      />
      <Radio
        value="now"
        label={t('subscriptions:atOnce')}
        description={t('subscriptions:losesBenefitsNow')}
      />
    </Stack>
  </Radio.Group>
);

type WhyProps = {
  reason: CustomerCancellationReason | null;
  onReason: (reason: CustomerCancellationReason | null) => void;
  comment: string;
  onComment: (comment: string) => void;
};

const Why = ({ reason, onReason, comment, onComment }: WhyProps) => (
  <>
    <Select
      label={t('subscriptions:why')}
      placeholder={t('subscriptions:notSaid')}
      data={reasonChoices()}
      value={reason}
      onChange={(value) => onReason(CustomerCancellationReason.safeParse(value).data ?? null)}
      clearable
    />
    <Textarea
      label={t('subscriptions:comment')}
      value={comment}
      onChange={(event) => onComment(event.currentTarget.value)}
      maxLength={5000}
      autosize
      minRows={2}
    />
  </>
);
