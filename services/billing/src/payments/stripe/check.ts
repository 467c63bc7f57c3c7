/** Checks that Stripe accepts a key for everything that billing needs. */
import type { Stripe } from 'stripe';
import { isKeyRefused, StripeUnavailable } from './failures.ts';

/** The account of a key, or the first permission that the key lacks. */
export type Checked =
  | { account: string; name: string | null; country: string | null; lacks: null }
  | { lacks: 'everything' | 'account' | 'payment intents' | 'setup intents' | 'customers' | 'refunds' };

/**
 * Asks Stripe for the key's account, and tests its read permission for each object that billing will create. Throws
 * `StripeUnavailable`.
 */
export const checkKey = async (stripe: Stripe, apiKey: string): Promise<Checked> => {
  const sent = { apiKey };
  const account = await unlessRefused(stripe.accounts.retrieveCurrent({}, sent));
  if (account === 'unknown') return { lacks: 'everything' };
  if (account === 'forbidden') return { lacks: 'account' };
  const one = { limit: 1 };
  const looks: [Exclude<Checked['lacks'], null>, Promise<object>][] = [
    ['payment intents', stripe.paymentIntents.list(one, sent)],
    ['setup intents', stripe.setupIntents.list(one, sent)],
    ['customers', stripe.customers.list(one, sent)],
    ['refunds', stripe.refunds.list(one, sent)],
  ];
  const answers = await Promise.all(
    looks.map(async ([name, look]) => [name, await unlessRefused(look)] as const),
  );
  const lacking = answers.find(([, answer]) => typeof answer === 'string');
  if (lacking) return { lacks: lacking[0] };
  const { id, settings, country } = account;
  return {
    account: id,
    name: settings?.dashboard.display_name ?? null,
    country: country ?? null,
    lacks: null,
  };
};

const unlessRefused = <Value>(answer: Promise<Value>): Promise<Value | 'unknown' | 'forbidden'> =>
  answer.catch((error: unknown) => {
    if (isKeyRefused(error))
      return (error as { statusCode?: number }).statusCode === 403 ? 'forbidden' : 'unknown';
    throw new StripeUnavailable(error);
  });
