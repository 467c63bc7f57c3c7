import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { isErasedAddress } from '@tessera/proto/api/billing/customer';
import { disputeOf } from '@tessera/proto/api/billing/refund';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { type Order, useResendReceiptMutation } from '../../api/sales/orders.ts';
import { type Refund, useListRefundsQuery } from '../../api/sales/refunds.ts';
import { t } from '../../i18n/t.ts';
import { RefundStatusBadge, whyRefunded } from '../../shared/describe/Refund.tsx';
import { notifyDone, notifyFailed } from '../../ui/dialogs/notify.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Details } from '../../ui/display/Details.tsx';
import { formatMoney } from '../../ui/format/money.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { ErrorState } from '../../ui/pages/ErrorState.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { PaperButton } from './PaperButton.tsx';
import { leftOf, RefundDialog } from './RefundDialog.tsx';

/** The invoice of an order, its refunds, and a button for a new refund. */
export const OrderMoney = ({ order }: { order: Order }) => (
  <>
    <Refunds order={order} />
    {order.paid && (
      <Section title={t('refunds:invoice')}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">
            {order.isInvoiceGenerated
              ? t('refunds:invoiceIsThere', { number: order.invoiceNumber })
              : t('refunds:invoiceIsNotThere')}
          </Text>
          <PaperButton
            paper={{ of: 'order', id: order.id }}
            isMade={order.isInvoiceGenerated}
            label={t(order.isInvoiceGenerated ? 'refunds:downloadInvoice' : 'refunds:createInvoice')}
          />
        </Stack>
      </Section>
    )}
    {order.paid && !isErasedAddress(order.customer.email) && <Receipt order={order} />}
  </>
);

const Receipt = ({ order }: { order: Order }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [resend, { isLoading }] = useResendReceiptMutation();
  const send = async () => {
    const { error } = await resend(order.id);
    if (error) return notifyFailed(asFailure(error).message);
    notifyDone(t('refunds:receiptSent', { email: order.customer.email }));
  };
  return (
    <Section title={t('refunds:receipt')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('refunds:receiptNote', { email: order.customer.email })}
        </Text>
        <GuardedButton
          variant="default"
          refusal={writeRefusal}
          loading={isLoading}
          onClick={() => void send()}
        >
          {t('refunds:sendAgain')}
        </GuardedButton>
      </Stack>
    </Section>
  );
};

const Refunds = ({ order }: { order: Order }) => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const [isRefunding, refunding] = useDisclosure(false);
  const result = useListRefundsQuery({ organizationId: organization.id, orderId: order.id, limit: 100 });
  const refunds = result.data?.items;
  const left = leftOf(order, refunds ?? []);
  if (left === 0 && !refunds?.length && !result.error) return null;
  return (
    <Section
      title={t('refunds:refunds')}
      actions={
        refunds &&
        left > 0 && (
          <GuardedButton variant="default" refusal={writeRefusal} onClick={refunding.open}>
            {t('refunds:refundOrder')}
          </GuardedButton>
        )
      }
    >
      {refunds ? (
        <RefundList refunds={refunds} hasInvoice={order.isInvoiceGenerated} />
      ) : result.error ? (
        <ErrorState message={asFailure(result.error).message} onRetry={result.refetch} />
      ) : (
        <Skeleton height={40} />
      )}
      {isRefunding && <RefundDialog order={order} left={left} onClose={refunding.close} />}
    </Section>
  );
};

const RefundList = ({ refunds, hasInvoice }: { refunds: readonly Refund[]; hasInvoice: boolean }) =>
  refunds.length === 0 ? (
    <Text size="sm" c="dimmed">
      {t('refunds:noRefunds')}
    </Text>
  ) : (
    <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
      {refunds.map((refund) => (
        <OneRefund key={refund.id} refund={refund} hasInvoice={hasInvoice} />
      ))}
    </Stack>
  );

const OneRefund = ({ refund, hasInvoice }: { refund: Refund; hasInvoice: boolean }) => (
  <Stack component="li" gap={4}>
    <Group justify="space-between" gap="xs">
      <Text fw={500}>{formatMoney(refund.amount + refund.taxAmount, refund.currency)}</Text>
      <RefundStatusBadge {...refund} />
    </Group>
    <Text size="sm" c="dimmed">
      {whyRefunded(refund)} · <DateTime value={refund.createdAt} />
    </Text>
    {disputeOf(refund) && <Text size="sm">{t(`refunds:disputeNote.${refund.status}`)}</Text>}
    {refund.comment !== null && (
      <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        {refund.comment}
      </Text>
    )}
    <NotedOf refund={refund} />
    {hasInvoice && refund.status === 'succeeded' && (
      <PaperButton
        size="xs"
        style={{ alignSelf: 'flex-start' }}
        paper={{ of: 'refund', id: refund.id }}
        label={t('refunds:creditNote')}
      />
    )}
  </Stack>
);

/** The refund's metadata, set by the seller's own systems. Of a dispute the id, by which Stripe finds it. */
const NotedOf = ({ refund }: { refund: Refund }) => {
  const dispute = disputeOf(refund);
  if (dispute) return <Details items={[[t('refunds:disputeAtStripe'), dispute.id]]} />;
  const entries = Object.entries(refund.metadata);
  if (entries.length === 0) return null;
  return <Details items={entries.map(([key, value]) => [key, String(value)])} />;
};
