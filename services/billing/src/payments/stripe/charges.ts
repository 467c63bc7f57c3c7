/** Charges a card that was just entered or a saved one, and saves cards without a charge. */
import type { ChargeRequest, ChargeResult, SavedChargeRequest, SaveMethodRequest } from '../processor.ts';
import { isMissing, refusalOf, StripeUnavailable } from './failures.ts';
import { cancelCharge, expand, findCharge, known, type Opened } from './intents.ts';
import { resultOfPayment, resultOfSetup } from './results.ts';

/** Only cards are accepted: the API has no place for the other methods that an account allows. */
const cards: 'card'[] = ['card'];

type Charged = ChargeRequest | SavedChargeRequest;

/** Stripe forgets idempotency keys after a day: charges first requested this long ago (ms) are searched for. */
const forgottenAfter = 20 * 3_600_000;
/** Stripe repeats a 5xx response for the same key: after this long (ms) it is no transient error. */
const lostAfter = 5 * 60_000;

/** Requests a charge, unless Stripe has one that was made under this key but can no longer be found by it. */
export const asked = async <Request extends Charged>(
  now: Date,
  request: Request,
  opened: Opened,
  ask: (request: Request, opened: Opened) => Promise<ChargeResult>,
): Promise<ChargeResult> => {
  const age = now.getTime() - request.askedAt.getTime();
  if (age > forgottenAfter) return (await searchCharge(request, opened)) ?? ask(request, opened);
  try {
    return await ask(request, opened);
  } catch (error) {
    if (!(error instanceof StripeUnavailable && error.isServerError) || age < lostAfter) throw error;
    const found = await searchCharge(request, opened);
    const message = 'The payment could not be processed. Try again.';
    return found ?? { status: 'failed', processorId: null, message, reason: 'processing_error' };
  }
};

const searchCharge = async (
  { paymentId }: Charged,
  { stripe, sent }: Opened,
): Promise<ChargeResult | null> => {
  const query = `metadata['tessera_payment']:'${paymentId}'`;
  const { data } = await known(stripe.paymentIntents.search({ query, limit: 1 }, sent));
  return data[0] ? findCharge({ stripe, sent }, data[0].id) : null;
};

const metadataOf = ({ paymentId, place, purpose }: Charged | SaveMethodRequest) => ({
  tessera_payment: paymentId,
  tessera_organization: place.organizationId,
  tessera_purpose: `${purpose.kind}:${purpose.id}`,
});

export const charge = async (request: ChargeRequest, opened: Opened): Promise<ChargeResult> => {
  const { stripe, sent } = opened;
  const { idempotencyKey, amount, currency, confirmationToken, keepsMethod } = request;
  try {
    const customer = keepsMethod ? await customerOf(request, opened) : request.processorCustomerId;
    const intent = await stripe.paymentIntents.create(
      {
        amount,
        currency,
        confirm: true,
        confirmation_token: confirmationToken,
        allowed_payment_method_types: cards,
        ...(customer && { customer }),
        ...(keepsMethod && { setup_future_usage: 'off_session' }),
        metadata: metadataOf(request),
        expand,
      },
      { ...sent, idempotencyKey },
    );
    return resultOfPayment(intent);
  } catch (error) {
    if (isCustomerGone(request, error)) return charge(asNewCustomer(request), opened);
    return refusalOf(error);
  }
};

type OfCustomer = ChargeRequest | SaveMethodRequest;

/** A seller may delete customers at Stripe. */
const isCustomerGone = ({ processorCustomerId }: OfCustomer, error: unknown): boolean =>
  processorCustomerId !== null && isMissing(error) && (error as { param?: string }).param === 'customer';

/** Repeats the request with a new customer at Stripe, under a different idempotency key. */
const asNewCustomer = <Request extends OfCustomer>(request: Request): Request => ({
  ...request,
  processorCustomerId: null,
  idempotencyKey: `${request.idempotencyKey}:anew`,
});

/** Returns Stripe's customer for whom it saves the method; created once per payment if there is none. */
const customerOf = async (
  request: ChargeRequest | SaveMethodRequest,
  { stripe, sent }: Opened,
): Promise<string> => {
  if (request.processorCustomerId !== null) return request.processorCustomerId;
  const { idempotencyKey, customerEmail, place } = request;
  const customer = await stripe.customers.create(
    {
      ...(customerEmail !== null && { email: customerEmail }),
      metadata: { tessera_organization: place.organizationId },
    },
    { ...sent, idempotencyKey: `${idempotencyKey}:customer` },
  );
  return customer.id;
};

export const chargeSaved = async (request: SavedChargeRequest, opened: Opened): Promise<ChargeResult> => {
  const { stripe, sent } = opened;
  const { idempotencyKey, amount, currency, methodId, processorCustomerId, isCustomerPresent } = request;
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount,
        currency,
        confirm: true,
        // Its page completes the bank's challenge with Stripe's script.
        ...(isCustomerPresent ? { use_stripe_sdk: true } : { off_session: true }),
        payment_method: methodId,
        ...(processorCustomerId && { customer: processorCustomerId }),
        allowed_payment_method_types: cards,
        metadata: metadataOf(request),
        expand,
      },
      { ...sent, idempotencyKey },
    );
    const result = resultOfPayment(intent);
    return result.status === 'requires_action' && !isCustomerPresent ? await giveUp(opened, result) : result;
  } catch (error) {
    return refusalOf(error);
  }
};

/** Cancels the charge: the customer is not present to complete the bank's challenge. */
const giveUp = async (
  opened: Opened,
  { processorId, card }: ChargeResult & { processorId: string },
): Promise<ChargeResult> => {
  await cancelCharge(opened, processorId);
  const message = 'The bank asks for a confirmation of this payment.';
  return { status: 'failed', processorId, message, reason: 'authentication_required', ...(card && { card }) };
};

export const saveMethod = async (request: SaveMethodRequest, opened: Opened): Promise<ChargeResult> => {
  const { stripe, sent } = opened;
  const { idempotencyKey, confirmationToken } = request;
  try {
    const intent = await stripe.setupIntents.create(
      {
        confirm: true,
        usage: 'off_session',
        customer: await customerOf(request, opened),
        confirmation_token: confirmationToken,
        allowed_payment_method_types: cards,
        metadata: metadataOf(request),
        expand,
      },
      { ...sent, idempotencyKey },
    );
    return resultOfSetup(intent);
  } catch (error) {
    if (isCustomerGone(request, error)) return saveMethod(asNewCustomer(request), opened);
    return refusalOf(error);
  }
};
