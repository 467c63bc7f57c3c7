/** Finds the object of a Stripe event, fetches its current state and notifies the listener. */
import { isDispute } from '@tessera/proto/api/billing/refund';
import type { EventPlace, Listener } from '../processor.ts';
import { metadataOfDispute, reasonOfDispute, resultOfDispute } from './disputes.ts';
import { isKeyRefused, isMissing, StripeUnavailable } from './failures.ts';
import { findCharge, type Opened } from './intents.ts';
import { cardOf, reasonOfRefund, resultOfRefund } from './results.ts';

/** Only the object's identity is read from an event; its state may be outdated. */
export type StripeEvent = { id: string; type: string; data: { object: unknown } };

type Destination = { listener: Listener; place: EventPlace };
type Subject = { id?: unknown; object?: unknown; metadata?: Record<string, string> | null };
type Of = { id: string; metadata: Record<string, string> };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns whether the event was about an object of ours. Throws if Stripe does not respond: the event is delivered
 * again.
 */
export const dispatchEvent = async (
  opened: Opened,
  event: StripeEvent,
  destination: Destination,
): Promise<boolean> => {
  const { id, object, metadata } = event.data.object as Subject;
  if (typeof id !== 'string') return false;
  const about = { id, metadata: metadata ?? {} };
  switch (object) {
    case 'payment_intent':
    case 'setup_intent':
      return emitCharge(opened, about, destination);
    case 'refund':
      return emitRefund(opened, about, destination);
    case 'dispute':
      return emitDispute(opened, about, destination);
    case 'payment_method':
      return emitMethod(opened, about, destination);
    default:
      return false;
  }
};

const emitCharge = async (
  opened: Opened,
  { id, metadata }: Of,
  { listener, place }: Destination,
): Promise<boolean> => {
  const paymentId = metadata['tessera_payment'] ?? '';
  if (!uuid.test(paymentId)) return false;
  const result = await findCharge(opened, id);
  // A pending challenge is not reported: the page has it already.
  if (!result || result.status === 'requires_action') return false;
  const { status, card, processorCustomerId } = result;
  await listener.payment({
    place,
    paymentId,
    processorId: id,
    status,
    methodId: status === 'succeeded' ? result.methodId : null,
    message: status === 'failed' ? result.message : null,
    reason: status === 'failed' ? result.reason : undefined,
    card,
    processorCustomerId,
  });
  return true;
};

const emitRefund = async (
  { stripe, sent }: Opened,
  { id, metadata }: Of,
  { listener, place }: Destination,
): Promise<boolean> => {
  // A refund with neither field was made by the seller at Stripe; one without the first is ours, of a whole payment.
  if (!metadata['tessera_refund'] && !metadata['tessera_organization'])
    return emitRefundElsewhere({ stripe, sent }, id, { listener, place });
  const refundId = metadata['tessera_refund'] ?? '';
  if (!uuid.test(refundId)) return false;
  const refund = await found(stripe.refunds.retrieve(id, {}, sent));
  const status = refund && resultOfRefund(refund).status;
  if (!status || status === 'pending') return false;
  await listener.refund({ place, refundId, processorId: id, status });
  return true;
};

const emitRefundElsewhere = async (
  { stripe, sent }: Opened,
  processorId: string,
  { listener, place }: Destination,
): Promise<boolean> => {
  const refund = await found(stripe.refunds.retrieve(processorId, { expand: ['payment_intent'] }, sent));
  const intent = refund?.payment_intent;
  const paymentId = (typeof intent === 'object' && intent?.metadata['tessera_payment']) || '';
  if (!refund || !uuid.test(paymentId)) return false;
  const { status } = resultOfRefund(refund);
  const reason = reasonOfRefund(refund);
  const { amount } = refund;
  const how = { isDispute: false, metadata: {} };
  return listener.refundElsewhere({ place, paymentId, processorId, status, amount, reason, ...how });
};

/** A key that may not read disputes leaves them to the seller, whom Stripe tells as well. */
const emitDispute = async (
  { stripe, sent }: Opened,
  { id: processorId }: Of,
  { listener, place }: Destination,
): Promise<boolean> => {
  if (!isDispute(processorId)) return false;
  const asked = stripe.disputes.retrieve(processorId, { expand: ['payment_intent'] }, sent);
  const dispute = await found(asked, isKeyRefused);
  const intent = dispute?.payment_intent;
  const paymentId = (typeof intent === 'object' && intent?.metadata['tessera_payment']) || '';
  if (!dispute || !uuid.test(paymentId)) return false;
  return listener.refundElsewhere({
    place,
    paymentId,
    processorId,
    status: resultOfDispute(dispute).status,
    amount: dispute.amount,
    reason: reasonOfDispute(dispute),
    isDispute: true,
    metadata: metadataOfDispute(dispute),
  });
};

const emitMethod = async (
  { stripe, sent }: Opened,
  { id: methodId }: Of,
  { listener, place }: Destination,
): Promise<boolean> => {
  const method = await found(stripe.paymentMethods.retrieve(methodId, {}, sent));
  const card = method?.customer ? cardOf(method) : undefined;
  return listener.method({ place, methodId, card: card ?? null });
};

/** Returns null if Stripe does not know the object, or for another error that `isNone` accepts. */
const found = <Value>(
  answer: Promise<Value>,
  isNone: (error: unknown) => boolean = () => false,
): Promise<Value | null> =>
  answer.catch((error: unknown) => {
    if (isMissing(error) || isNone(error)) return null;
    throw new StripeUnavailable(error);
  });
