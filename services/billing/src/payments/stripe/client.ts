/** The official Stripe client: one for all accounts; each request carries the key of its account. */
import { Stripe } from 'stripe';

/** The API version that the pinned package's types describe; newer APIs still answer requests for it in its form. */
export const apiVersion = '2026-10-28.endive';

const timeoutMilliseconds = 20_000;

export type StripeOptions = {
  /** Base URL of Stripe: `https://api.stripe.com` except in tests. */
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
    // Retries carry the same idempotency key.
    maxNetworkRetries: 1,
    telemetry: false,
  });
};
