import { CheckoutPublic } from '@tessera/proto/api/billing/checkout';
import { CheckoutConfirm, CheckoutUpdatePublic } from '@tessera/proto/api/billing/checkout-requests';
import { Purchase } from '@tessera/proto/api/billing/purchase';
import { readReply, toWire } from '@tessera/proto/api/wire';
import type { z } from 'zod';
import { type Failure, noAnswer, readFailure } from '../api/failure.ts';

/** The few calls of a checkout page, without the dashboard's store. */
export type Answer<Value> = { data: Value; error: null } | { data: null; error: Failure };

const base = '/api/billing/v1';

const call = async (path: string, method: string, body?: unknown): Promise<Answer<unknown>> => {
  const response = await fetch(base + path, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => null);
  if (!response) return { data: null, error: noAnswer };
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) return { data: null, error: readFailure(response.status, answer) };
  return { data: answer, error: null };
};

const asCheckout = ({ data, error }: Answer<unknown>): Answer<CheckoutPublic> =>
  error ? { data: null, error } : { data: readReply(CheckoutPublic, data, 'snake'), error: null };

const clientPath = (clientSecret: string): string => `/checkouts/client/${encodeURIComponent(clientSecret)}`;

export const readCheckout = async (clientSecret: string) =>
  asCheckout(await call(clientPath(clientSecret), 'GET'));

/** What was bought, for as long as it is the customer's. */
export const readPurchase = async (clientSecret: string): Promise<Answer<Purchase>> => {
  const { data, error } = await call(`${clientPath(clientSecret)}/purchase`, 'GET');
  return error ? { data: null, error } : { data: readReply(Purchase, data, 'snake'), error: null };
};

export type CheckoutChanges = z.input<typeof CheckoutUpdatePublic>;

export const updateCheckout = async (clientSecret: string, changes: CheckoutChanges) =>
  asCheckout(await call(clientPath(clientSecret), 'PATCH', toWire(CheckoutUpdatePublic, changes, 'snake')));

export type Confirmation = z.input<typeof CheckoutConfirm>;

export const confirmCheckout = async (clientSecret: string, confirmation: Confirmation) =>
  asCheckout(
    await call(`${clientPath(clientSecret)}/confirm`, 'POST', toWire(CheckoutConfirm, confirmation, 'snake')),
  );

export type Card = { number: string; expMonth: number; expYear: number; cvc: string };

/** Hands the card to the processor and gets a token that stands for it; our own servers never keep the card. */
export const exchangeCard = async (clientSecret: string, card: Card): Promise<Answer<string>> => {
  const { data, error } = await call('/sandbox/confirmation-tokens', 'POST', {
    client_secret: clientSecret,
    card: { number: card.number, exp_month: card.expMonth, exp_year: card.expYear, cvc: card.cvc },
  });
  if (error) return { data: null, error };
  return { data: (data as { id: string }).id, error: null };
};

/** Answers the bank's question. Says whether the payment goes on. */
export const authenticate = async (intent: string, outcome: 'approve' | 'deny'): Promise<Answer<boolean>> => {
  const { data, error } = await call(`/sandbox/payments/${encodeURIComponent(intent)}/authenticate`, 'POST', {
    outcome,
  });
  if (error) return { data: null, error };
  return { data: (data as { status: string }).status === 'processing', error: null };
};

export const streamAddress = (clientSecret: string): string => `${base}${clientPath(clientSecret)}/stream`;
