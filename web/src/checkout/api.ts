/** Requests of the checkout page. */
import type { CheckoutPublic as CheckoutPublicShape } from '@tessera/proto/api/billing/checkout';
import type { CheckoutConfirm, CheckoutUpdatePublic } from '@tessera/proto/api/billing/checkout-requests';
import type { Purchase as PurchaseShape } from '@tessera/proto/api/billing/purchase';
import type { Plain } from '@tessera/proto/api/wire';
import { base, type Card, call } from '../buyers/request/call.ts';

/** `customerSessionToken` grants access to this purchase, or to everything that the customer has. */
export type CheckoutConfirmed = CheckoutPublic & { customerSessionToken: string };
export type CheckoutPublic = Plain<CheckoutPublicShape>;
export type Purchase = Plain<PurchaseShape>;
export type PurchasedBenefit = Purchase['benefits'][number];

const clientPath = (clientSecret: string): string => `/checkouts/client/${encodeURIComponent(clientSecret)}`;

/** `longest`, in ms: for the state that somebody is waiting for with something else. */
export const readCheckout = (clientSecret: string, longest?: number) =>
  call<CheckoutPublic>(clientPath(clientSecret), longest === undefined ? {} : { longest });

/** The benefits of the purchase, while the customer has them. */
export const readPurchase = (clientSecret: string) => call<Purchase>(`${clientPath(clientSecret)}/purchase`);

/** Sends a mail with links to earlier purchases of an address. The reply reveals nothing about the address. */
export const requestPurchases = (clientSecret: string, email: string) =>
  call<null>(`${clientPath(clientSecret)}/purchases-mail`, { method: 'POST', body: { email } });

export type CheckoutChanges = Partial<CheckoutUpdatePublic>;

export const updateCheckout = (clientSecret: string, changes: CheckoutChanges) =>
  call<CheckoutPublic>(clientPath(clientSecret), { method: 'PATCH', body: changes });

export type Confirmation = Partial<CheckoutConfirm>;

export const confirmCheckout = (clientSecret: string, confirmation: Confirmation) =>
  call<CheckoutConfirmed>(`${clientPath(clientSecret)}/confirm`, {
    method: 'POST',
    body: confirmation,
    isOnce: true,
  });

/** Sends the card to the processor and returns a token for it; our servers never store the card. */
export const exchangeCard = (clientSecret: string, card: Card) =>
  call<{ id: string }>('/sandbox/confirmation-tokens', { method: 'POST', body: { clientSecret, card } });

export const streamAddress = (clientSecret: string): string => `${base}${clientPath(clientSecret)}/stream`;
