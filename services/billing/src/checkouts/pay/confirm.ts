/**
 * Confirming a checkout. First transaction: locked, checked once more, open -> confirmed, and the charge that
 * is about to be made. Then the processor is asked, outside any transaction. What follows is in complete.ts.
 */
import { transact } from '@tessera/kit/outbox';
import type { CheckoutConfirm } from '@tessera/proto/api/billing/checkout-requests';
import { checkoutUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { getOrganization } from '../../access/organizations/service.ts';
import type { Billing } from '../../billing.ts';
import { lockCustomerById } from '../../customers/find.ts';
import { findProcessorCustomer } from '../../payments/methods/choose.ts';
import type { PaymentPlace } from '../../payments/place.ts';
import { type PaymentRow, writeIntent } from '../../payments/service.ts';
import { openCustomerSession, type SessionScope } from '../../portal/sessions.ts';
import { findUpgradable } from '../../subscriptions/find.ts';
import { broadcastCheckout } from '../broadcast.ts';
import { type CheckoutRow, hasOtherConfirmedCheckout, writeCheckout } from '../entity.ts';
import { checkoutErrors, refuse, refuseMissing } from '../errors.ts';
import { choiceOf } from '../open/changes.ts';
import { finalAnswers } from '../open/custom-fields.ts';
import { assertNoSubscription, changeLocked, type Prepared, withStableTax } from '../open/update.ts';
import { getClientRow } from '../read.ts';
import { dueNow, flagsOf, mayConfirm, missingFields, totalsOf, trialOf } from '../rules.ts';
import {
  type CheckoutContext,
  emitCheckout,
  type Intent,
  placeIn,
  viewCheckoutPublic,
  viewConfirmed,
} from '../view.ts';
import { chargeCheckout } from './charge.ts';
import { completeCheckout } from './complete.ts';
import { redeemAtConfirmation } from './redemption.ts';

/** Throws PaymentError for a decline: the checkout is open again then. */
export const confirmCheckout = async (
  billing: Billing,
  clientSecret: string,
  { confirmationTokenId, ...changes }: CheckoutConfirm,
) => {
  const seen = await getClientRow(billing, { clientSecret });
  const organization = await getOrganization(billing, seen.organizationId);
  const confirmed = await withStableTax(billing, { seen, changes, isFinal: true }, (prepared) =>
    transact(billing.db, async (em) => {
      const row = await changeLocked(em, seen, { ...prepared, changes });
      const isOnlyOne = !organization.allowMultipleSubscriptions;
      return beginPayment(billing, em, {
        row,
        prepared,
        isOnlyOne,
        confirmationToken: confirmationTokenId ?? null,
      });
    }),
  );
  broadcastCheckout(billing, seen.id);
  const intent = await pay(billing, confirmed);
  const checkout = viewCheckoutPublic(confirmed.row, { ...confirmed.context, organization, intent });
  return viewConfirmed(checkout, confirmed.customerSessionToken);
};

type Beginning = {
  row: CheckoutRow;
  prepared: Prepared;
  isOnlyOne: boolean;
  confirmationToken: string | null;
};

/** The first transaction's writes. */
const beginPayment = async (billing: Billing, em: EntityManager, beginning: Beginning) => {
  const { row, prepared, confirmationToken } = beginning;
  const now = billing.now();
  const { due, confirmedTrial, isPaymentFormRequired, answers } = assertComplete(row, beginning);
  await redeemAtConfirmation(em, now, { row, context: prepared.context });
  if (row.isRecurring && row.isCustomerFromSeller) await assertMaySubscribe(em, row, beginning.isOnlyOne);
  const place = placeIn(prepared.context, row.organizationId);
  const payment =
    isPaymentFormRequired && confirmationToken
      ? await writeIntent(em, now, {
          place,
          processorCustomerId: await processorCustomerOf(em, row, place),
          purpose: { kind: 'checkout', id: row.id },
          source: { token: confirmationToken },
          attempt: row.attempt + 1,
          idempotencyKey: `${row.id}:${row.attempt + 1}`,
          // Its renewals are charged without the customer.
          keepsMethod: row.isRecurring,
          productPriceId: row.productPriceId,
          customerEmail: row.customerEmail,
          amount: due,
          currency: row.currency,
        })
      : null;
  const confirmed = await writeCheckout(em, row, {
    ...row,
    customFieldData: answers,
    confirmedTrial,
    status: 'confirmed',
    modifiedAt: now,
    attempt: row.attempt + 1,
    paymentId: payment?.id ?? null,
  });
  // With a charge, partners hear of it when the processor has accepted it: a decline leaves no trace.
  if (!payment) await emitCheckout(em, checkoutUpdated, { row: confirmed, context: prepared.context });
  const customerSessionToken = await openCustomerSession(em, now, scopeOf(row));
  return { row: confirmed, payment, context: prepared.context, customerSessionToken };
};

/** Whoever typed an address pays as somebody new: their card must not be saved with a customer whom they only name. */
const processorCustomerOf = async (
  em: EntityManager,
  { customerId, isCustomerFromSeller }: CheckoutRow,
  place: PaymentPlace,
): Promise<string | null> =>
  isCustomerFromSeller && customerId ? findProcessorCustomer(em, { customerId, place }) : null;

/** All that a confirmation needs is there, and what is bought can still be bought. */
const assertComplete = (row: CheckoutRow, { prepared, confirmationToken }: Beginning) => {
  if (!mayConfirm(row.status)) throw checkoutErrors.NotOpenCheckout();
  const { product, price } = choiceOf(row, prepared.context.products);
  if (!product || product.isArchived) throw refuse('product_id', 'Product is archived.');
  if (!price) throw refuse('product_price_id', 'Price is archived.');
  const { totalAmount } = totalsOf(row);
  const confirmedTrial = trialOf(row, product);
  const hasTrial = confirmedTrial.trialInterval !== null;
  const { isPaymentFormRequired } = flagsOf({
    totalAmount,
    currency: row.currency,
    isRecurring: row.isRecurring,
    prices: product.prices,
    hasTrial,
    isTrialFree: !product.trialRequiresPaymentMethod,
  });
  const { answers, missing: unanswered } = finalAnswers(row, product);
  const missing = [
    ...missingFields({ ...row, isPaymentFormRequired }, Boolean(confirmationToken)),
    ...unanswered.map((slug) => ['custom_field_data', slug]),
  ];
  if (missing.length > 0) throw refuseMissing(missing);
  const due = dueNow({ totalAmount, currency: row.currency, hasTrial });
  return { due, confirmedTrial, isPaymentFormRequired, answers };
};

/** Whom the seller named gets all that is theirs; whoever else pays gets what they pay for. */
const scopeOf = ({ id, customerId, isCustomerFromSeller }: CheckoutRow): SessionScope =>
  isCustomerFromSeller && customerId ? { customerId } : { checkoutId: id };

/** Says at once what complete.ts makes sure of in the end. Only a customer whom the seller named may be told. */
const assertMaySubscribe = async (em: EntityManager, row: CheckoutRow, isOnlyOne: boolean): Promise<void> => {
  // Of two checkouts of one customer that are confirmed at once, the second sees the first.
  if (row.customerId) await lockCustomerById(em, row.customerId);
  if (row.subscriptionId) return assertUpgradable(em, row, row.subscriptionId);
  if (!isOnlyOne) return;
  await assertNoSubscription(em, row);
  if (row.customerId && (await hasOtherConfirmedCheckout(em, row)))
    throw checkoutErrors.AlreadyActiveSubscriptionError();
};

/** A subscription is upgraded once: nobody pays for it twice, nor for one that has ended since. */
const assertUpgradable = async (em: EntityManager, row: CheckoutRow, id: string): Promise<void> => {
  const { organizationId } = row;
  if (!(await findUpgradable(em, { organizationId, id })) || (await hasOtherConfirmedCheckout(em, row)))
    throw checkoutErrors.AlreadyActiveSubscriptionError();
};

/** Charges where a charge is due; else the checkout succeeds right after the reply. */
const pay = async (
  billing: Billing,
  { row, context, payment }: { row: CheckoutRow; context: CheckoutContext; payment: PaymentRow | null },
): Promise<Intent | null> => {
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
