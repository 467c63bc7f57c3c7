/** The requests of a buyer's page. */
import type { CheckoutPublic as CheckoutPublicShape } from '@tessera/proto/api/billing/checkout';
import type { CheckoutConfirm, CheckoutUpdatePublic } from '@tessera/proto/api/billing/checkout-requests';
import type { Purchase as PurchaseShape } from '@tessera/proto/api/billing/purchase';
import type { Plain } from '@tessera/proto/api/wire';
import { inCamelCase, inSnakeCase } from './wire.ts';

export type CheckoutPublic = Plain<CheckoutPublicShape>;
export type Purchase = Plain<PurchaseShape>;
export type PurchasedBenefit = Purchase['benefits'][number];

/** One refused field: where, why (`missing`, `greater_than_equal`, …), and the bound that was passed. */
export type Refused = {
  loc: (string | number)[];
  type: string;
  ctx?: Record<string, number>;
};
/** Why a request came to nothing. `status` 0: no answer came at all. */
export type Failure = { status: number; name: string; fields: Refused[] };
export type Answer<Value> = { data: Value; error: null } | { data: null; error: Failure };

const base = '/api/billing/v1';

const call = async <Value>(path: string, method = 'GET', body?: unknown): Promise<Answer<Value>> => {
  const response = await fetch(base + path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(inSnakeCase(body)),
    }),
  }).catch(() => null);
  if (!response) return { data: null, error: { status: 0, name: 'NoAnswer', fields: [] } };
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return { data: inCamelCase(answer) as Value, error: null };
  const { error, detail } = (answer ?? {}) as { error?: string; detail?: unknown };
  const fields = Array.isArray(detail) ? (detail as Refused[]) : [];
  return { data: null, error: { status: response.status, name: error ?? 'Error', fields } };
};

const clientPath = (clientSecret: string): string => `/checkouts/client/${encodeURIComponent(clientSecret)}`;

export const readCheckout = (clientSecret: string) => call<CheckoutPublic>(clientPath(clientSecret));

/** What was bought, for as long as it is the customer's. */
export const readPurchase = (clientSecret: string) => call<Purchase>(`${clientPath(clientSecret)}/purchase`);

/** Has the links to what an address has bought before sent to it. Tells nothing of the address. */
export const requestPurchases = (clientSecret: string, email: string) =>
  call<null>(`${clientPath(clientSecret)}/purchases-mail`, 'POST', { email });

export type CheckoutChanges = Partial<CheckoutUpdatePublic>;

export const updateCheckout = (clientSecret: string, changes: CheckoutChanges) =>
  call<CheckoutPublic>(clientPath(clientSecret), 'PATCH', changes);

export type Confirmation = Partial<CheckoutConfirm>;

export const confirmCheckout = (clientSecret: string, confirmation: Confirmation) =>
  call<CheckoutPublic>(`${clientPath(clientSecret)}/confirm`, 'POST', confirmation);

export type Card = { number: string; expMonth: number; expYear: number; cvc: string };

/** Hands the card to the processor and gets a token that stands for it; our own servers never keep the card. */
export const exchangeCard = (clientSecret: string, card: Card) =>
  call<{ id: string }>('/sandbox/confirmation-tokens', 'POST', { clientSecret, card });

/** Answers the bank's question. */
export const authenticate = (intent: string, outcome: 'approve' | 'deny') =>
  call<{ status: string }>(`/sandbox/payments/${encodeURIComponent(intent)}/authenticate`, 'POST', {
    outcome,
  });

export const streamAddress = (clientSecret: string): string => `${base}${clientPath(clientSecret)}/stream`;
