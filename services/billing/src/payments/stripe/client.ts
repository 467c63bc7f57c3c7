/** The official client of Stripe: one for all accounts, each request with the key of its account. */
import { Stripe } from 'stripe';

/** What the types of the pinned package describe: newer versions of the API answer the same to requests that name it. */
export const apiVersion = '2026-10-28.endive';

const timeoutMilliseconds = 20_000;

export type StripeOptions = {
  /** Where Stripe is; `https://api.stripe.com` unless tests say otherwise. */
  apiUrl: string;
  timeoutMilliseconds?: number;
};

export const createClient = (options: StripeOptions): Stripe => {
  const { protocol, hostname, port } = new URL(options.apiUrl);
  return new Stripe('each-request-names-its-key', {
    apiVersion,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port && { port }),
    timeout: options.timeoutMilliseconds ?? timeoutMilliseconds,
    // The same idempotency key goes with each of them.
    maxNetworkRetries: 1,
    telemetry: false,
  });
};
