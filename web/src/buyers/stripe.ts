/** Stripe's own script, loaded only by pages that need it. The card is typed into a frame of Stripe's. */
import type {
  Appearance,
  ConfirmationTokenCreateParams,
  Stripe,
  StripeElements,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';
import { formatTag } from './i18n.ts';

/** What billing tells of the processor: `processor`, and the `publishable_key` of the seller's account. */
export type ProcessorFacts = Readonly<Record<string, string>>;

/** What is paid now (minor units), or that nothing is: the card is kept for later. Stripe compares it with what the server asks for. */
export type Due = { currency: string; setupFutureUsage?: 'off_session' } & (
  | { mode: 'payment'; amount: number }
  | { mode: 'setup' }
);

type BillingDetails = NonNullable<
  NonNullable<ConfirmationTokenCreateParams['payment_method_data']>['billing_details']
>;

/** Stands for the card; `message` is for the buyer. Both null: what is wrong is said beside the card's own fields. */
export type CardToken = { id: string; message: null } | { id: null; message: string | null };

/** The card form of a page. */
export type CardForm = {
  mount: (place: HTMLElement) => void;
  /** What is due has changed. */
  update: (due: Due) => void;
  /** Exchanges what was typed for a token. `returnUrl`: where a bank sends the buyer back to. */
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

/** Stripe knows all languages of buyers' pages, without their region. */
const localeOf = (): Locale => formatTag().split('-')[0] as Locale;

/** `asks`: what Stripe's form asks for besides the card; what it never asks for has to be told with the token. */
export type CardFormOptions = { due: Due; asks: StripePaymentElementOptions['fields'] };

/** Opens the card form. Throws where Stripe cannot be reached. */
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

/** Has the bank ask its customer, in a frame of Stripe's. What came of it is the server's to say. */
export const answerBank = async (facts: ProcessorFacts, clientSecret: string): Promise<void> => {
  const stripe = await load(facts);
  await stripe.handleNextAction({ clientSecret });
};
