/**
 * Confirms a checkout. The first transaction (begin-payment.ts) sets open -> confirmed and writes the payment intent.
 * Then the processor is called, outside any transaction. complete.ts handles the result.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CheckoutConfirm } from '@tessera/proto/api/billing/checkout-requests';
import { getOrganization } from '../../access/organizations/service.ts';
import type { Billing } from '../../billing.ts';
import { broadcastCheckout } from '../broadcast.ts';
import { checkoutErrors } from '../errors.ts';
import { withStableTax } from '../open/update.ts';
import { getClientRow } from '../read.ts';
import { type Intent, viewCheckoutPublic, viewConfirmed } from '../view.ts';
import { type Begun, beginPayment } from './begin-payment.ts';
import { chargeCheckout } from './charge.ts';
import { completeCheckout } from './complete.ts';

/** Throws PaymentError for a decline, after reopening the checkout. */
export const confirmCheckout = async (
  billing: Billing,
  clientSecret: string,
  { confirmationTokenId, ...changes }: CheckoutConfirm,
) => {
  const seen = await getClientRow(billing, { clientSecret });
  const organization = await getOrganization(billing, seen.organizationId);
  const isOnlyOne = !organization.allowMultipleSubscriptions;
  const asked = { billing, seen, changes, isOnlyOne, confirmationToken: confirmationTokenId ?? null };
  const confirmed = await withStableTax(billing, { seen, changes, isFinal: true }, (prepared) =>
    beginPayment({ ...asked, prepared, inContext: AsyncLocalStorage.snapshot() }),
  );
  broadcastCheckout(billing, seen.id);
  const intent = await pay(billing, confirmed);
  const checkout = viewCheckoutPublic(confirmed.row, { ...confirmed.context, organization, intent });
  return viewConfirmed(checkout, confirmed.customerSessionToken);
};

/** Charges if a payment is due; otherwise completes the checkout in the background. */
const pay = async (billing: Billing, { before, row, context, payment }: Begun): Promise<Intent | null> => {
  if (!payment) {
    billing.background.run('complete checkout', () =>
      completeCheckout(billing, { checkoutId: row.id, paymentId: null }),
    );
    return null;
  }
  const result = await chargeCheckout(billing, payment, { before, row, context });
  if (result?.status === 'failed') throw checkoutErrors.PaymentError(result.message);
  if (result?.status !== 'requires_action') return null;
  return { intentStatus: 'requires_action', intentClientSecret: result.intentClientSecret };
};
