import { serverDate } from '../../api/request/server-time.ts';
import { readCard } from '../../buyers/card/card.ts';
import type { CardForm } from '../../buyers/card/stripe.ts';
import { typedEmail } from '../../buyers/form/fields.ts';
import type { Failure } from '../../buyers/request/call.ts';
import type { FieldErrors } from '../../buyers/request/refusal.ts';
import { storeToken } from '../../buyers/request/session.ts';
import {
  type CheckoutChanges,
  type CheckoutPublic,
  confirmCheckout,
  exchangeCard,
  readCheckout,
} from '../api.ts';
import { t } from '../i18n.ts';
import { failureErrors } from '../refusal.ts';
import { addressOf } from './address-of.ts';
import { type CheckoutForm, confirmationOf } from './form.ts';
import { isAtStripe } from './processor.ts';

/** The page's next step after a payment attempt. */
export type Paid =
  | { next: 'wait' }
  | { next: 'reload' }
  /** An offer has changed: `changes` update the checkout, and the buyer must see the result first. */
  | { next: 'show-anew'; changes: CheckoutChanges; text: string }
  | { next: 'ask-bank'; intent: string }
  | { next: 'correct'; errors: FieldErrors };

/** Exchanges the card for a token, then confirms with it. One press causes at most one charge. */
export const pay = async (
  form: CheckoutForm,
  checkout: CheckoutPublic,
  card: CardForm | null,
): Promise<Paid> => {
  if (checkout.isPaymentFormRequired && isAtStripe(checkout)) return payAtStripe(form, checkout, card);
  const token = checkout.isPaymentFormRequired ? await tokenOf(form, checkout) : null;
  if (token?.error) return { next: 'correct', errors: failureErrors(token.error, checkout) };
  return confirmWith(form, checkout, token?.data.id ?? null);
};

const payAtStripe = async (
  form: CheckoutForm,
  checkout: CheckoutPublic,
  card: CardForm | null,
): Promise<Paid> => {
  const unreachable = { next: 'correct' as const, errors: { form: t('error.broken') } };
  const { name, email } = form;
  const details = { name: name.trim(), email: typedEmail(email), phone: '', ...addressOf(form) };
  const returnUrl = `${window.location.origin}/checkout/${checkout.clientSecret}/confirmation`;
  const token = await card?.createToken({ details, returnUrl }).catch(() => null);
  if (!token) return unreachable;
  if (token.id !== null) return confirmWith(form, checkout, token.id);
  return { next: 'correct', errors: token.message === null ? {} : { form: token.message } };
};

const confirmWith = async (
  form: CheckoutForm,
  checkout: CheckoutPublic,
  confirmationTokenId: string | null,
): Promise<Paid> => {
  const { data, error } = await confirmCheckout(checkout.clientSecret, {
    ...confirmationOf(form, checkout),
    ...(confirmationTokenId !== null && { confirmationTokenId }),
  });
  if (error) return afterRefusal(error, checkout);
  storeToken(data.organization.slug, data.customerSessionToken);
  const { intent_status: status, intent_client_secret: intent } = data.paymentProcessorMetadata;
  return status === 'requires_action' && intent ? { next: 'ask-bank', intent } : { next: 'wait' };
};

const tokenOf = async (form: CheckoutForm, checkout: CheckoutPublic) => {
  const { card } = readCard(form, serverDate());
  return card ? exchangeCard(checkout.clientSecret, card) : null;
};

const closed = new Set(['NotOpenCheckout', 'ExpiredCheckoutError']);

/** Whoever waits for it has waited for the confirmation before. */
const stateMilliseconds = 10_000;

/** No response at all, or none in time: the request may have had its effect. */
const isUnanswered = ({ status }: Failure): boolean => status === 0 || status === 504;

/**
 * A confirmation whose response was lost may have succeeded: the checkout's state decides, there is no automatic
 * retry.
 */
const afterRefusal = async (failure: Failure, checkout: CheckoutPublic): Promise<Paid> => {
  if (failure.status === 0 || failure.status >= 500 || closed.has(failure.name)) {
    const { data } = await readCheckout(checkout.clientSecret, stateMilliseconds);
    if (data && data.status !== 'open')
      return data.status === 'confirmed' ? { next: 'wait' } : { next: 'reload' };
    if (closed.has(failure.name))
      return data ? { next: 'correct', errors: { form: t('error.notPaid') } } : { next: 'reload' };
    // The checkout can be confirmed once only, whatever is sent again.
    if (!data && isUnanswered(failure)) return { next: 'correct', errors: { form: t('error.unsure') } };
  }
  const isRefused = (field: string) => failure.fields.some(({ loc }) => loc[1] === field);
  if (isRefused('product_price_id'))
    return { next: 'show-anew', changes: { productId: checkout.productId }, text: t('error.price') };
  // A discount set by the seller cannot be removed by the buyer.
  if (isRefused('discount_id'))
    return { next: 'show-anew', changes: { discountCode: null }, text: t('error.discountGone') };
  return { next: 'correct', errors: failureErrors(failure, checkout) };
};
