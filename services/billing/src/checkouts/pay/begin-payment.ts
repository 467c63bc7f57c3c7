/** First transaction of a confirmation: locks, validates again, open -> confirmed, writes the payment intent. */
import { batchedBy } from '@tessera/kit/background/batched';
import { hasCommitMark } from '@tessera/kit/background/commit-mark';
import { waitBriefly } from '@tessera/kit/database/sql';
import { AppError } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import { checkoutUpdated } from '@tessera/proto/events/billing';
import type { DataSource, EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { openCustomerSession, type SessionScope } from '../../customer-sessions/sessions.ts';
import { lockCustomerById } from '../../customers/find.ts';
import { findProcessorCustomer } from '../../payments/methods/choose.ts';
import type { PaymentPlace } from '../../payments/place.ts';
import { type PaymentRow, writeIntent } from '../../payments/service.ts';
import { findUpgradable } from '../../subscriptions/find.ts';
import {
  type CheckoutRow,
  hasOtherConfirmedCheckout,
  lockCheckout,
  lockCheckouts,
  writeCheckout,
} from '../entity.ts';
import { checkoutErrors, refuse, refuseMissing } from '../errors.ts';
import { emitCheckout } from '../events.ts';
import { type Changes, choiceOf } from '../open/changes.ts';
import { finalAnswers } from '../open/custom-fields.ts';
import { assertNoSubscription, changeHeld, Outdated, type Prepared } from '../open/update.ts';
import { dueNow, flagsOf, mayConfirm, missingFields, totalsOf, trialOf } from '../rules.ts';
import { type CheckoutContext, placeIn } from '../view.ts';
import { redeemAtConfirmation } from './redemption.ts';

/** `inContext` runs work in the async context of the confirming request, whose actor its events name. */
type Beginning = {
  billing: Billing;
  seen: CheckoutRow;
  changes: Changes;
  prepared: Prepared;
  isOnlyOne: boolean;
  confirmationToken: string | null;
  inContext: <Result>(work: () => Result) => Result;
};

/** Runs the first transaction, batched with others where possible. */
export const beginPayment = async (beginning: Beginning): Promise<Begun> => {
  const { billing, seen } = beginning;
  const outcome =
    isPlain(seen, beginning) && !hasCommitMark() ? await beginTogether(billing.db, beginning) : null;
  if (outcome && 'error' in outcome) throw outcome.error;
  if (outcome) return outcome.value;
  return transact(billing.db, async (em) =>
    writeBeginning(em, await lockCheckout(em, { id: seen.id }), beginning),
  );
};

/** Whether it locks no row but its own: no customer, discount or answers. */
const isPlain = (
  { customerId, subscriptionId, discountId, customFieldData }: CheckoutRow,
  { changes, prepared }: Beginning,
): boolean =>
  customerId === null &&
  subscriptionId === null &&
  discountId === null &&
  !prepared.offer.named &&
  !changes.customFieldData &&
  Object.keys(customFieldData).length === 0;

/** Each item fails on its own. Null: retry it in its own transaction. */
type Outcome = { value: Begun } | { error: unknown } | null;

/** Maximum number of confirmations per batch. */
const maxTogether = 25;

/**
 * Batches confirmations that arrive while another batch is in progress. If the batch fails or hits its lock timeout,
 * each confirmation runs in its own transaction.
 */
const beginTogether = batchedBy(
  maxTogether,
  (db: DataSource, all: Beginning[]): Promise<Outcome[]> =>
    transact(db, (em) => beginAll(em, all)).catch(() => all.map(() => null)),
);

/** A second confirmation of the same checkout runs on its own, after the batch. */
const beginAll = async (em: EntityManager, all: readonly Beginning[]): Promise<Outcome[]> => {
  // Both statements in one round trip.
  const [, rows] = await Promise.all([
    waitBriefly(em),
    lockCheckouts(
      em,
      all.map(({ seen }) => seen.id),
    ),
  ]);
  const failures: unknown[] = [];
  const outcomes = await Promise.all(
    all.map(async (beginning): Promise<Outcome> => {
      const { id } = beginning.seen;
      const row = rows.get(id);
      rows.delete(id);
      if (!row || !isPlain(row, beginning)) return null;
      return beginning
        .inContext(() => writeBeginning(em, row, beginning))
        .then(
          (value) => ({ value }),
          (error: unknown) => {
            if (!isRefusal(error)) failures.push(error);
            return { error };
          },
        );
    }),
  );
  // Thrown only after all have settled: a failed statement has aborted the transaction for all of them.
  if (failures.length > 0) throw failures[0];
  return outcomes;
};

/** Errors thrown before any write, which leave the transaction intact. */
const isRefusal = (error: unknown): boolean => error instanceof AppError || error instanceof Outdated;

/** `before`: the checkout as it was before the confirmation. */
export type Begun = {
  before: CheckoutRow;
  row: CheckoutRow;
  payment: PaymentRow | null;
  context: CheckoutContext;
  customerSessionToken: string;
};

/** Writes the first transaction, after all validation. `locked`: the checkout's row. */
const writeBeginning = async (
  em: EntityManager,
  locked: CheckoutRow | null,
  beginning: Beginning,
): Promise<Begun> => {
  const { billing, prepared, changes, confirmationToken } = beginning;
  const row = await changeHeld(em, locked, { ...prepared, changes });
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
          // Renewals are charged without the customer present.
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
  // With a payment, the event is emitted once the processor has answered, so that a decline emits at most one.
  if (!payment) await emitCheckout(em, checkoutUpdated, { row: confirmed, context: prepared.context });
  const customerSessionToken = await openCustomerSession(em, now, scopeOf(row));
  return { before: locked ?? row, row: confirmed, payment, context: prepared.context, customerSessionToken };
};

/** Null (a new processor customer) for buyers who only entered an address: their card is not saved with its owner. */
const processorCustomerOf = async (
  em: EntityManager,
  { customerId, isCustomerFromSeller }: CheckoutRow,
  place: PaymentPlace,
): Promise<string | null> =>
  isCustomerFromSeller && customerId ? findProcessorCustomer(em, { customerId, place }) : null;

/** Throws unless everything that a confirmation needs is present and the product and price are still on sale. */
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

/** The session covers the whole customer only when the seller identified them; otherwise this checkout. */
const scopeOf = ({ id, customerId, isCustomerFromSeller }: CheckoutRow): SessionScope =>
  isCustomerFromSeller && customerId ? { customerId } : { checkoutId: id };

/** Fails early for what complete.ts enforces in the end. Only for customers that the seller identified. */
const assertMaySubscribe = async (em: EntityManager, row: CheckoutRow, isOnlyOne: boolean): Promise<void> => {
  // Serializes concurrent confirmations of one customer: the second sees the first.
  if (row.customerId) await lockCustomerById(em, row.customerId);
  if (row.subscriptionId) return assertUpgradable(em, row, row.subscriptionId);
  if (!isOnlyOne) return;
  await assertNoSubscription(em, row);
  if (row.customerId && (await hasOtherConfirmedCheckout(em, row)))
    throw checkoutErrors.AlreadyActiveSubscriptionError();
};

/** Throws unless the subscription can still be upgraded and no other upgrade of it is in progress. */
const assertUpgradable = async (em: EntityManager, row: CheckoutRow, id: string): Promise<void> => {
  const { organizationId } = row;
  if (!(await findUpgradable(em, { organizationId, id })) || (await hasOtherConfirmedCheckout(em, row)))
    throw checkoutErrors.AlreadyActiveSubscriptionError();
};
