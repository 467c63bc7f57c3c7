import { Button, Radio, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { skipToken } from '@reduxjs/toolkit/query';
import { SubscriptionChangeBehavior } from '@tessera/proto/api/billing/enums';
import { useState } from 'react';
import type { Product } from '../../api/catalog/products.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useGetOrganizationQuery } from '../../api/organization/organizations.ts';
import { asFailure, describeFailure, mayPass } from '../../api/request/failure.ts';
import {
  type Subscription,
  usePreviewSubscriptionChangeQuery,
  useUpdateSubscriptionMutation,
} from '../../api/sales/subscriptions.ts';
import { t } from '../../i18n/t.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { formatDay } from '../../ui/format/dates.ts';
import { formatMoney } from '../../ui/format/money.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { InvoiceLines } from './InvoiceLines.tsx';
import { ProductChoice } from './ProductChoice.tsx';
import { isRunning } from './state.ts';

/** Moves a subscription to another product, after previewing the cost. */
export const ChangeProduct = ({ subscription }: { subscription: Subscription }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [isOpen, dialog] = useDisclosure(false);
  // The dialog stays mounted while it is open, to explain that a subscription that ended meanwhile cannot change.
  if (!isRunning(subscription) && !isOpen) return null;
  return (
    <>
      <GuardedButton variant="default" refusal={writeRefusal} onClick={dialog.open}>
        {t('subscriptions:changeProduct')}
      </GuardedButton>
      {isOpen && <ChangeDialog subscription={subscription} onClose={dialog.close} />}
    </>
  );
};

type DialogProps = { subscription: Subscription; onClose: () => void };

const ChangeDialog = ({ subscription, onClose }: DialogProps) => {
  const { id } = subscription;
  const { organization } = useCurrentOrganization();
  const { data: settings } = useGetOrganizationQuery(organization.id);
  const [product, setProduct] = useState<Product | null>(null);
  const [chosen, setChosen] = useState<SubscriptionChangeBehavior | null>(null);
  const behavior = chosen ?? settings?.subscriptionSettings.prorationBehavior ?? 'prorate';
  const [update, { isLoading, error }] = useUpdateSubscriptionMutation();
  const productId = product?.id ?? null;
  const preview = usePreviewSubscriptionChangeQuery(
    productId && isRunning(subscription) ? { id, productId, prorationBehavior: behavior } : skipToken,
    // The result depends on the time: always refetch.
    { refetchOnMountOrArgChange: true },
  );
  const change = async () => {
    if (!productId) return;
    const { error: refused } = await update({ id, changes: { productId, prorationBehavior: behavior } });
    if (refused) return;
    onClose();
    notifyDone(
      t(behavior === 'next_period' ? 'subscriptions:changePlanned' : 'subscriptions:productChanged'),
    );
  };
  return (
    <Dialog opened onClose={onClose} title={t('subscriptions:changeProduct')}>
      <Stack gap="md">
        <ProductChoice subscription={subscription} product={product} onChange={setProduct} />
        <Behavior value={behavior} onChange={setChosen} />
        {productId && isRunning(subscription) && (
          <Preview result={preview} isPaused={subscription.pauseAtPeriodEnd} />
        )}
        {error && (
          <Text role="alert" c="var(--danger-text)" size="sm">
            {asFailure(error).message}
          </Text>
        )}
        <DialogActions
          action={t('subscriptions:changeProduct')}
          isBusy={isLoading}
          isDisabled={!preview.currentData || preview.isError}
          onSend={change}
          onCancel={onClose}
        />
      </Stack>
    </Dialog>
  );
};

type BehaviorProps = {
  value: SubscriptionChangeBehavior;
  onChange: (value: SubscriptionChangeBehavior | null) => void;
};

const Behavior = ({ value, onChange }: BehaviorProps) => (
  <Radio.Group
    label={t('subscriptions:whenCharged')}
    value={value}
    onChange={(next) => onChange(SubscriptionChangeBehavior.safeParse(next).data ?? null)}
  >
    <Stack gap="xs" mt="xs">
      <Radio
        value="invoice"
        label={t('subscriptions:chargedNow')}
        description={t('subscriptions:chargedNowNote')}
      />
      <Radio
        value="prorate"
        label={t('subscriptions:chargedNext')}
        description={t('subscriptions:chargedNextNote')}
      />
      <Radio
        value="next_period"
        label={t('subscriptions:changedNext')}
        description={t('subscriptions:changedNextNote')}
      />
    </Stack>
  </Radio.Group>
);

type PreviewProps = {
  result: ReturnType<typeof usePreviewSubscriptionChangeQuery>;
  /** Whether the subscription pauses before the next payment. */
  isPaused: boolean;
};

/** The server's preview of the change. */
const Preview = ({ result, isPaused }: PreviewProps) => {
  const { currentData, error, isFetching, refetch } = result;
  if (isFetching && !currentData) return <Text c="dimmed">{t('subscriptions:calculating')}</Text>;
  if (error)
    return (
      <Stack gap="sm" align="flex-start">
        <FormError message={describeFailure(error)} />
        {mayPass(error) && (
          <Button variant="default" onClick={() => void refetch()}>
            {t('ui:tryAgain')}
          </Button>
        )}
      </Stack>
    );
  if (!currentData) return null;
  const { invoice } = currentData;
  return (
    <section aria-label={t('subscriptions:preview')}>
      {invoice ? (
        <InvoiceLines invoice={invoice} total={t('subscriptions:dueNow')} />
      ) : (
        <Text>{t('subscriptions:nothingDueNow')}</Text>
      )}
      <Text c="dimmed" size="sm" mt="xs">
        {nextPaymentText(currentData, isPaused)}
      </Text>
    </section>
  );
};

const nextPaymentText = (
  { nextInvoice, currentPeriodEnd }: NonNullable<PreviewProps['result']['currentData']>,
  isPaused: boolean,
): string => {
  if (!nextInvoice)
    return currentPeriodEnd ? t('subscriptions:noNextPayment', { date: formatDay(currentPeriodEnd) }) : '';
  const amount = formatMoney(nextInvoice.dueAmount, nextInvoice.currency);
  return isPaused
    ? t('subscriptions:nextPaymentResumed', { amount })
    : t('subscriptions:nextPayment', { amount, date: formatDay(nextInvoice.date) });
};
