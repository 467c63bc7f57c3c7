/** Stripe's own script, loaded only by checkouts that are paid there. The card is typed into a frame of Stripe's. */
import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js';
import { formatTag } from '../buyers/i18n.ts';
import { addressOf } from './address-of.ts';
import type { CheckoutPublic } from './api.ts';
import type { CheckoutForm } from './form.ts';

/** The card form of a checkout. */
export type CardForm = {
  mount: (place: HTMLElement) => void;
  /** What is due has changed. */
  update: (checkout: CheckoutPublic) => void;
  /** Exchanges what was typed for a token. `message` is for the buyer, who can mend it in the card's own fields. */
  createToken: (
    form: CheckoutForm,
    checkout: CheckoutPublic,
  ) => Promise<{ id: string; message: null } | { id: null; message: string | null }>;
  unmount: () => void;
};

const load = async ({ paymentProcessorMetadata }: CheckoutPublic): Promise<Stripe> => {
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(paymentProcessorMetadata['publishable_key'] ?? '', { locale: localeOf() });
  if (!stripe) throw new Error('Stripe was not loaded');
  return stripe;
};

type Locale = NonNullable<Parameters<typeof import('@stripe/stripe-js/pure')['loadStripe']>[1]>['locale'];

/** Stripe knows all languages of buyers' pages, without their region. */
const localeOf = (): Locale => formatTag().split('-')[0] as Locale;

/** Opens the card form. Throws where Stripe cannot be reached. */
export const openCardForm = async (checkout: CheckoutPublic): Promise<CardForm> => {
  const stripe = await load(checkout);
  const elements = stripe.elements({
    ...dueOf(checkout),
    allowedPaymentMethodTypes: ['card'],
    appearance: appearanceOf(document.documentElement),
  });
  const card = elements.create('payment', {
    fields: { billingDetails: { name: 'never', email: 'never', phone: 'never', address: 'if_required' } },
  });
  return {
    mount: (place) => card.mount(place),
    update: (changed) => elements.update(dueOf(changed)),
    createToken: (form, changed) => createToken(stripe, elements, { form, checkout: changed }),
    unmount: () => card.destroy(),
  };
};

/** What is paid now; nothing, as in a trial: the card is kept for later. Stripe compares it with what the server asks for. */
const dueOf = ({ isPaymentRequired, totalAmount, currency, product }: CheckoutPublic) => {
  const keeps = product.recurringInterval === null ? {} : { setupFutureUsage: 'off_session' as const };
  return isPaymentRequired
    ? { mode: 'payment' as const, amount: totalAmount, currency, ...keeps }
    : { mode: 'setup' as const, currency, ...keeps };
};

/** The page's own look, as its seller has chosen it. */
const appearanceOf = (root: HTMLElement): Appearance => {
  const style = getComputedStyle(root);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'stripe',
    variables: {
      fontFamily: style.fontFamily,
      ...(/^#[0-9a-f]{6}$/i.test(of('--accent')) && { colorPrimary: of('--accent') }),
    },
  };
};

const createToken = async (
  stripe: Stripe,
  elements: StripeElements,
  { form, checkout }: { form: CheckoutForm; checkout: CheckoutPublic },
): ReturnType<CardForm['createToken']> => {
  // What is wrong is said beside the card's own fields.
  const { error: wrong } = await elements.submit();
  if (wrong) return { id: null, message: wrong.type === 'validation_error' ? null : (wrong.message ?? null) };
  const { error, confirmationToken } = await stripe.createConfirmationToken({
    elements,
    params: {
      payment_method_data: {
        billing_details: { name: form.name.trim(), email: form.email.trim(), phone: '', ...addressOf(form) },
      },
      return_url: `${window.location.origin}/checkout/${checkout.clientSecret}/confirmation`,
    },
  });
  return confirmationToken
    ? { id: confirmationToken.id, message: null }
    : { id: null, message: error.message ?? null };
};

/** Has the bank ask its customer, in a frame of Stripe's. What came of it is the server's to say. */
export const answerBank = async (checkout: CheckoutPublic, clientSecret: string): Promise<void> => {
  const stripe = await load(checkout);
  await stripe.handleNextAction({ clientSecret });
};
