import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCurrentOrganization } from '../api/organization/current-organization.ts';
import { asFailure } from '../api/request/failure.ts';
import { type Order, useListOrdersQuery, useRetryPaymentMutation } from '../api/sales/orders.ts';
import { type Payment, useListPaymentsQuery } from '../api/sales/payments.ts';
import type { Subscription } from '../api/sales/subscriptions.ts';
import { translateServerText } from '../i18n/server-text.ts';
import { t } from '../i18n/t.ts';
import { paths } from '../paths.ts';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../ui/dialogs/notify.ts';
import { DateTime } from '../ui/display/DateTime.tsx';
import { Details } from '../ui/display/Details.tsx';
import { TextLink } from '../ui/display/TextLink.tsx';
import { formatMoment } from '../ui/format/dates.ts';
import { formatMoney } from '../ui/format/money.ts';
import { GuardedButton } from '../ui/forms/GuardedButton.tsx';
import { Section } from '../ui/pages/Section.tsx';
import { CardName, PaymentState } from './describe/Payment.tsx';

const isOwing = ({ status, endedAt }: Pick<Subscription, 'status' | 'endedAt'>): boolean =>
  (status === 'past_due' || status === 'unpaid') && endedAt === null;

/** Whether the payment of an order has failed and can be made up for. */
export const isOwed = ({ status, dueAmount, subscription }: Order): boolean =>
  status === 'pending' && dueAmount > 0 && subscription !== null && isOwing(subscription);

const amountOf = ({ dueAmount, currency }: Order): string => formatMoney(dueAmount, currency);

/** The failed payments of a past-due or unpaid subscription. */
export const FailedPayments = ({ subscription }: { subscription: Subscription }) =>
  isOwing(subscription) && <Owed subscriptionId={subscription.id} />;

const Owed = ({ subscriptionId }: { subscriptionId: string }) => {
  const { organization } = useCurrentOrganization();
  const query = { organizationId: organization.id, subscriptionId, status: 'pending', limit: 10 };
  const { data } = useListOrdersQuery(query);
  return data?.items
    .filter(isOwed)
    .map((order) => (
      <FailedPayment key={order.id} order={order} orderPath={paths.order(organization.slug, order.id)} />
    ));
};

/** What failed, what follows, and a button that tries again. `orderPath`: where it is not the page of the order. */
export const FailedPayment = ({ order, orderPath }: { order: Order; orderPath?: string }) => {
  const { organization } = useCurrentOrganization();
  const { data } = useListPaymentsQuery({ organizationId: organization.id, orderId: order.id, limit: 1 });
  return (
    <Section title={t('shared:failedPayment.title')} actions={<Retry order={order} />}>
      <Stack gap="sm">
        <Text>
          {t('shared:failedPayment.failed', { amount: amountOf(order) })} <WhatFollows order={order} />
        </Text>
        {orderPath !== undefined && (
          <Details
            items={[
              [
                t('shared:failedPayment.order'),
                <TextLink key="o" to={orderPath}>
                  {order.invoiceNumber}
                </TextLink>,
              ],
            ]}
          />
        )}
        {data && <LastTry payment={data.items[0]} />}
      </Stack>
    </Section>
  );
};

const WhatFollows = ({ order }: { order: Order }) => {
  const { nextPaymentAttemptAt: next, failedPaymentOutcome: outcome } = order;
  if (next === null) return t('shared:failedPayment.noNext');
  return (
    <>
      {t(nextText(order), { date: formatMoment(next) })}{' '}
      {outcome !== undefined && t(`shared:failedPayment.then.${outcome}`)}
    </>
  );
};

const nextText = ({ needsAnotherCard, needsConfirmation }: Order) => {
  if (needsAnotherCard) return 'shared:failedPayment.newCard';
  return needsConfirmation ? 'shared:failedPayment.confirm' : 'shared:failedPayment.next';
};

const LastTry = ({ payment }: { payment: Payment | undefined }) =>
  payment === undefined ? (
    <Text>{t('shared:failedPayment.noTry')}</Text>
  ) : (
    <Details
      items={[
        [
          t('shared:failedPayment.lastTry'),
          <Stack key="l" gap={4}>
            <DateTime value={payment.createdAt} withTime />
            <CardName payment={payment} />
            <PaymentState payment={payment} />
          </Stack>,
        ],
      ]}
    />
  );

const Retry = ({ order }: { order: Order }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [isAsked, setIsAsked] = useState(false);
  const [retry, { isLoading, data, error, reset }] = useRetryPaymentMutation();
  const amount = amountOf(order);
  const ask = () => {
    reset();
    setIsAsked(true);
  };
  const confirm = async () => {
    const { data: result } = await retry(order.id);
    if (!result || result.status === 'failed') return;
    setIsAsked(false);
    notifyDone(t(`shared:failedPayment.${result.status}`, { amount }));
  };
  const decline = data?.status === 'failed' ? declineOf(data.error) : null;
  return (
    <>
      <GuardedButton refusal={writeRefusal} onClick={ask}>
        {t('shared:failedPayment.retry')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('shared:failedPayment.retryTitle')}
        action={t('shared:failedPayment.retry')}
        isReversible
        isBusy={isLoading}
        error={error ? asFailure(error).message : decline}
        onConfirm={confirm}
        onClose={() => setIsAsked(false)}
      >
        {t(
          order.nextPaymentAttemptAt === null
            ? 'shared:failedPayment.questionUnscheduled'
            : 'shared:failedPayment.question',
          { amount, email: order.customer.email },
        )}
      </ConfirmDialog>
    </>
  );
};

const declineOf = (error: string | null): string =>
  error === null ? t('shared:failedPayment.declined') : translateServerText(error);
