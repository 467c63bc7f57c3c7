/**
 * Confirming a checkout. First transaction (begin-payment.ts): open -> confirmed, and the charge that is about to be made.
 * Then the processor is asked, outside any transaction. What follows is in complete.ts.
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

/** Throws PaymentError for a decline: the checkout is open again then. */
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

/** Charges where a charge is due; else the checkout succeeds right after the reply. */
const pay = async (billing: Billing, { row, context, payment }: Begun): Promise<Intent | null> => {
  if (!payment) {
    billing.background.run('complete checkout', () =>
      completeCheckout(billing, { checkoutId: row.id, paymentId: null }),
    );
    return null;
  }
  const result = await chargeCheckout(billing, payment, { row, context });
  if (result?.status === 'failed') throw checkoutErrors.PaymentError(result.message);
  if (result?.status !== 'requires_action') return null;
  return { intentStatus: 'requires_action', intentClientSecret: result.intentClientSecret };
};
