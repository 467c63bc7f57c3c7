/** What an event of Stripe is about, and who is told how that stands now. */
import type { EventPlace, Listener } from '../processor.ts';
import { isMissing, StripeUnavailable } from './failures.ts';
import { findCharge, type Opened } from './intents.ts';
import { cardOf, reasonOfRefund, resultOfRefund } from './results.ts';

/** Of an event only which object it is about; what it says of its state may be old. */
export type StripeEvent = { id: string; type: string; data: { object: unknown } };

type Destination = { listener: Listener; place: EventPlace };
type Subject = { id?: unknown; object?: unknown; metadata?: Record<string, string> | null };
type Of = { id: string; metadata: Record<string, string> };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Answers whether the event was about something of ours. Throws where Stripe does not answer: the event comes again. */
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
  // A question to the customer is no news: the page has it.
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
  // Without either the seller has made it at Stripe; without the first we have, of a payment that nobody should keep.
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
  return listener.refundElsewhere({ place, paymentId, processorId, status, amount: refund.amount, reason });
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

/** Null: Stripe does not know it. */
const found = <Value>(answer: Promise<Value>): Promise<Value | null> =>
  answer.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw new StripeUnavailable(error);
  });
