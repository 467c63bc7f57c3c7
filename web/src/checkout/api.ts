import { CheckoutPublic as CheckoutPublicShape } from '@tessera/proto/api/billing/checkout';
import { CheckoutConfirm, CheckoutUpdatePublic } from '@tessera/proto/api/billing/checkout-requests';
import { Purchase as PurchaseShape, PurchasesRequest } from '@tessera/proto/api/billing/purchase';
import { type Plain, readPlainReply, toWire } from '@tessera/proto/api/wire';
import type { z } from 'zod';
import { type Answer, call } from '../api/call.ts';

export type CheckoutPublic = Plain<z.output<typeof CheckoutPublicShape>>;
export type Purchase = Plain<z.output<typeof PurchaseShape>>;
export type PurchasedBenefit = Purchase['benefits'][number];

const base = '/billing/v1';

const asCheckout = ({ data, error }: Answer<unknown>): Answer<CheckoutPublic> =>
  error ? { data: null, error } : { data: readPlainReply(CheckoutPublicShape, data, 'snake'), error: null };

const clientPath = (clientSecret: string): string =>
  `${base}/checkouts/client/${encodeURIComponent(clientSecret)}`;

export const readCheckout = async (clientSecret: string) => asCheckout(await call(clientPath(clientSecret)));

/** What was bought, for as long as it is the customer's. */
export const readPurchase = async (clientSecret: string): Promise<Answer<Purchase>> => {
  const { data, error } = await call(`${clientPath(clientSecret)}/purchase`);
  return error ? { data: null, error } : { data: readPlainReply(PurchaseShape, data, 'snake'), error: null };
};

/** Has the links to what an address has bought before sent to it. Tells nothing of the address. */
export const requestPurchases = async (clientSecret: string, email: string) =>
  call(`${clientPath(clientSecret)}/purchases-mail`, {
    method: 'POST',
    body: toWire(PurchasesRequest, { email }, 'snake'),
  });

export type CheckoutChanges = z.input<typeof CheckoutUpdatePublic>;

export const updateCheckout = async (clientSecret: string, changes: CheckoutChanges) =>
  asCheckout(
    await call(clientPath(clientSecret), {
      method: 'PATCH',
      body: toWire(CheckoutUpdatePublic, changes, 'snake'),
    }),
  );

export type Confirmation = z.input<typeof CheckoutConfirm>;

export const confirmCheckout = async (clientSecret: string, confirmation: Confirmation) =>
  asCheckout(
    await call(`${clientPath(clientSecret)}/confirm`, {
      method: 'POST',
      body: toWire(CheckoutConfirm, confirmation, 'snake'),
    }),
  );

export type Card = { number: string; expMonth: number; expYear: number; cvc: string };

/** Hands the card to the processor and gets a token that stands for it; our own servers never keep the card. */
export const exchangeCard = async (clientSecret: string, card: Card): Promise<Answer<string>> => {
  const { data, error } = await call(`${base}/sandbox/confirmation-tokens`, {
    method: 'POST',
    body: {
      client_secret: clientSecret,
      card: { number: card.number, exp_month: card.expMonth, exp_year: card.expYear, cvc: card.cvc },
    },
  });
  if (error) return { data: null, error };
  return { data: (data as { id: string }).id, error: null };
};

/** Answers the bank's question. Says whether the payment goes on. */
export const authenticate = async (intent: string, outcome: 'approve' | 'deny'): Promise<Answer<boolean>> => {
  const { data, error } = await call(`${base}/sandbox/payments/${encodeURIComponent(intent)}/authenticate`, {
    method: 'POST',
    body: { outcome },
  });
  if (error) return { data: null, error };
  return { data: (data as { status: string }).status === 'processing', error: null };
};

export const streamAddress = (clientSecret: string): string => `/api${clientPath(clientSecret)}/stream`;
