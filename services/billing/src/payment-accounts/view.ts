/** Maps payment accounts to API responses, without secrets. */
import type { PaymentAccount } from '@tessera/proto/api/billing/payment-account';
import type { Billing } from '../billing.ts';
import type { PaymentAccountRow } from '../payments/accounts/entity.ts';

export const viewAccount = (
  { publicUrl }: Pick<Billing, 'publicUrl'>,
  row: PaymentAccountRow,
): PaymentAccount => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  organizationId: row.organizationId,
  processor: 'stripe',
  account: row.account,
  name: row.name,
  country: row.country,
  publishableKey: row.publishableKey,
  isTestMode: row.isTestMode,
  lastEventAt: row.lastEventAt,
  webhookUrl: `${publicUrl}/api/billing/v1/integrations/stripe/webhook?organization=${row.organizationId}`,
});
