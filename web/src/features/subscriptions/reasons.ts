import { CustomerCancellationReason } from '@tessera/proto/api/billing/enums';
import { t } from '../../i18n/t.ts';

/** The display text of a cancellation reason. */
export const describeReason = (reason: CustomerCancellationReason): string =>
  t(`subscriptions:reason.${reason}`);

export const reasonChoices = (): { value: CustomerCancellationReason; label: string }[] =>
  CustomerCancellationReason.options.map((value) => ({ value, label: describeReason(value) }));
