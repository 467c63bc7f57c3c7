import { Checkbox, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { RefundReason } from '@tessera/proto/api/billing/enums';
import { RefundCreate, remainderOf } from '@tessera/proto/api/billing/refund';
import { asFailure } from '../../api/request/failure.ts';
import type { Order } from '../../api/sales/orders.ts';
import { type Refund, type RefundWish, useCreateRefundMutation } from '../../api/sales/refunds.ts';
import { t } from '../../i18n/t.ts';
import { refundReason } from '../../shared/describe/Refund.tsx';
import { MetadataInput } from '../../shared/fields/MetadataSection.tsx';
import { changedMetadata, type MetadataEntry, metadataMistakes } from '../../shared/fields/metadata.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { amountInput, formatMoney, parseAmount } from '../../ui/format/money.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { checkRequest, type FieldErrors, failureErrors } from '../../ui/forms/form-errors.ts';

/**
 * The refundable amount without tax, in minor units: of the amount charged, not of that paid by credit, and without what
 * is on its way or disputed.
 */
export const leftOf = (order: Order, refunds: readonly Refund[]): number => {
  const pending = refunds.filter(({ status }) => status === 'pending');
  const sum = (part: 'amount' | 'taxAmount') => pending.reduce((total, refund) => total + refund[part], 0);
  const { amount } = remainderOf(order, { amount: sum('amount'), taxAmount: sum('taxAmount') });
  return order.paid ? Math.max(amount, 0) : 0;
};

/** `left`: see `leftOf`. */
type Refundable = { order: Order; left: number };

type RefundForm = {
  amount: string;
  reason: string;
  comment: string;
  revokeBenefits: boolean;
  metadata: MetadataEntry[];
  form: string;
};

const offered = ['customer_request', 'duplicate', 'service_disruption', 'satisfaction_guarantee', 'other'];
const reasons = RefundReason.options.filter((reason) => offered.includes(reason));

const requestOf = (order: Order, values: RefundForm): RefundWish => ({
  orderId: order.id,
  reason: values.reason as RefundWish['reason'],
  amount: parseAmount(values.amount, order.currency) ?? (undefined as never),
  comment: values.comment.trim() || null,
  revokeBenefits: values.revokeBenefits,
  ...changedMetadata(values.metadata, {}),
});

const atMost = ({ order, left }: Refundable): string =>
  t('refunds:atMost', { amount: formatMoney(left, order.currency) });

const validate = ({ order, left }: Refundable, values: RefundForm): FieldErrors => {
  const amount = parseAmount(values.amount, order.currency);
  if (amount === null || amount <= 0)
    return { amount: t('refunds:enterAnAmount', { example: amountInput(left, order.currency) }) };
  if (amount > left) return { amount: atMost({ order, left }) };
  return {
    ...checkRequest(RefundCreate, requestOf(order, values)).errors,
    ...metadataMistakes(values.metadata),
  };
};

/** Refunds an order; shows the consequences first. */
export const RefundDialog = ({ order, left, onClose }: Refundable & { onClose: () => void }) => {
  const { form, isLoading, submit } = useRefund({ order, left }, onClose);
  return (
    <Dialog opened onClose={onClose} title={t('refunds:refundOrder')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t(order.taxAmount > 0 ? 'refunds:whatHappensWithTax' : 'refunds:whatHappens', {
              email: order.customer.email,
            })}
          </Text>
          <TextInput
            label={t('refunds:amount', { currency: order.currency.toUpperCase() })}
            description={form.errors['amount'] ? undefined : atMost({ order, left })}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('amount')}
          />
          <NativeSelect
            label={t('refunds:reason')}
            data={reasons.map((value) => ({ value, label: refundReason(value) }))}
            {...form.getInputProps('reason')}
          />
          <Textarea
            label={t('refunds:comment')}
            description={t('refunds:commentNote')}
            autosize
            minRows={2}
            maxRows={6}
            {...form.getInputProps('comment')}
          />
          {order.subscriptionId === null ? (
            <Checkbox
              label={t('refunds:revokeBenefits')}
              description={t('refunds:revokeBenefitsNote')}
              {...form.getInputProps('revokeBenefits', { type: 'checkbox' })}
            />
          ) : (
            <Text size="sm" c="dimmed">
              {t('refunds:subscriptionGoesOn')}
            </Text>
          )}
          <MetadataInput form={form} />
          <FormError message={form.errors['form'] ?? form.errors['orderId']} />
          <DialogActions action={t('refunds:refund')} isBusy={isLoading} isDangerous onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
};

const useRefund = ({ order, left }: Refundable, onDone: () => void) => {
  const [create, { isLoading }] = useCreateRefundMutation();
  const form = useForm<RefundForm>({
    initialValues: {
      amount: amountInput(left, order.currency),
      reason: 'customer_request',
      comment: '',
      revokeBenefits: false,
      metadata: [],
      form: '',
    },
    validate: (values) => validate({ order, left }, values),
  });
  const submit = form.onSubmit(async (values) => {
    const { data, error } = await create(requestOf(order, values));
    if (error) {
      const failure = asFailure(error);
      const isAmount = failure.name === 'RefundAmountTooHigh';
      return form.setErrors(isAmount ? { amount: failure.message } : failureErrors(failure));
    }
    const amount = formatMoney(data.amount + data.taxAmount, data.currency);
    notifyDone(t(data.status === 'pending' ? 'refunds:isOnItsWay' : 'refunds:wasRefunded', { amount }));
    onDone();
  });
  return { form, isLoading, submit };
};
