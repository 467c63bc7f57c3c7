import { CustomerCancellationReason } from '@tessera/proto/api/billing/enums';
import { t } from '../../i18n/t.ts';

/** Why a subscription was canceled, in words. */
export const describeReason = (reason: CustomerCancellationReason): string =>
  t(`subscriptions:reason.${reason}`);

export const reasonChoices = (): { value: CustomerCancellationReason; label: string }[] =>
  CustomerCancellationReason.options.map((value) => ({ value, label: describeReason(value) }));
