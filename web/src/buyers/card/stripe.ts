/** Stripe.js, loaded only by pages that need it. The card is typed into a frame of Stripe's. */
import type {
  Appearance,
  ConfirmationTokenCreateParams,
  Stripe,
  StripeElements,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';
import { formatTag } from '../i18n.ts';

/** Facts about the processor from billing: `processor`, and the `publishable_key` of the seller's account. */
export type ProcessorFacts = Readonly<Record<string, string>>;

/**
 * The amount due now (minor units), or none: the card is saved for later. Stripe compares it with the server's
 * intent.
 */
export type Due = { currency: string; setupFutureUsage?: 'off_session' } & (
  | { mode: 'payment'; amount: number }
  | { mode: 'setup' }
);

type BillingDetails = NonNullable<
  NonNullable<ConfirmationTokenCreateParams['payment_method_data']>['billing_details']
>;

/** The token of a card, or a message for the buyer. Both null: the error is shown beside Stripe's own fields. */
export type CardToken = { id: string; message: null } | { id: null; message: string | null };

/** A mounted card form. */
export type CardForm = {
  mount: (place: HTMLElement) => void;
  /** Updates the amount due. */
  update: (due: Due) => void;
  /** Exchanges the card for a token. `returnUrl`: where a bank redirects the buyer to. */
  createToken: (typed: { details: BillingDetails; returnUrl: string }) => Promise<CardToken>;
  unmount: () => void;
};

const load = async (facts: ProcessorFacts): Promise<Stripe> => {
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(facts['publishable_key'] ?? '', { locale: localeOf() });
  if (!stripe) throw new Error('Stripe was not loaded');
  return stripe;
};

type Locale = NonNullable<Parameters<typeof import('@stripe/stripe-js/pure')['loadStripe']>[1]>['locale'];

/** Stripe supports all languages of buyers' pages, without region. */
const localeOf = (): Locale => formatTag().split('-')[0] as Locale;

/** `asks`: the fields of Stripe's form besides the card; values of omitted fields must be passed with the token. */
export type CardFormOptions = { due: Due; asks: StripePaymentElementOptions['fields'] };

/** Creates the card form. Throws when Stripe cannot be reached. */
export const openCardForm = async (
  facts: ProcessorFacts,
  { due, asks }: CardFormOptions,
): Promise<CardForm> => {
  const stripe = await load(facts);
  const elements = stripe.elements({
    ...due,
    allowedPaymentMethodTypes: ['card'],
    appearance: appearanceOf(document.documentElement),
  });
  const card = elements.create('payment', { ...(asks && { fields: asks }) });
  return {
    mount: (place) => card.mount(place),
    update: (changed) => elements.update(changed),
    createToken: (typed) => createToken(stripe, elements, typed),
    unmount: () => card.destroy(),
  };
};

/** The page's own appearance, as set by the seller. */
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
  { details, returnUrl }: Parameters<CardForm['createToken']>[0],
): Promise<CardToken> => {
  const { error: wrong } = await elements.submit();
  if (wrong) return { id: null, message: wrong.type === 'validation_error' ? null : (wrong.message ?? null) };
  const { error, confirmationToken } = await stripe.createConfirmationToken({
    elements,
    params: { payment_method_data: { billing_details: details }, return_url: returnUrl },
  });
  return confirmationToken
    ? { id: confirmationToken.id, message: null }
    : { id: null, message: error.message ?? null };
};

/** Shows the bank's question in a frame of Stripe's. The outcome is read from the server. */
export const answerBank = async (facts: ProcessorFacts, clientSecret: string): Promise<void> => {
  const stripe = await load(facts);
  await stripe.handleNextAction({ clientSecret });
};
