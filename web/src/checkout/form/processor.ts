import type { CheckoutPublic } from '../api.ts';

/** Whether a checkout is paid through Stripe. */
export const isAtStripe = ({ paymentProcessorMetadata }: Pick<CheckoutPublic, 'paymentProcessorMetadata'>) =>
  paymentProcessorMetadata['processor'] === 'stripe';
