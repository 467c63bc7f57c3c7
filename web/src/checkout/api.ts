/** The requests of a buyer's page. */
import type { CheckoutPublic as CheckoutPublicShape } from '@tessera/proto/api/billing/checkout';
import type { CheckoutConfirm, CheckoutUpdatePublic } from '@tessera/proto/api/billing/checkout-requests';
import type { Purchase as PurchaseShape } from '@tessera/proto/api/billing/purchase';
import type { Plain } from '@tessera/proto/api/wire';
import { base, type Card, call } from '../buyers/call.ts';

/** `customerSessionToken` opens what was bought, or all that its customer has. */
export type CheckoutConfirmed = CheckoutPublic & { customerSessionToken: string };
export type CheckoutPublic = Plain<CheckoutPublicShape>;
export type Purchase = Plain<PurchaseShape>;
export type PurchasedBenefit = Purchase['benefits'][number];

const clientPath = (clientSecret: string): string => `/checkouts/client/${encodeURIComponent(clientSecret)}`;

export const readCheckout = (clientSecret: string) => call<CheckoutPublic>(clientPath(clientSecret));

/** What was bought, for as long as it is the customer's. */
export const readPurchase = (clientSecret: string) => call<Purchase>(`${clientPath(clientSecret)}/purchase`);

/** Has the links to what an address has bought before sent to it. Tells nothing of the address. */
export const requestPurchases = (clientSecret: string, email: string) =>
  call<null>(`${clientPath(clientSecret)}/purchases-mail`, { method: 'POST', body: { email } });

export type CheckoutChanges = Partial<CheckoutUpdatePublic>;

export const updateCheckout = (clientSecret: string, changes: CheckoutChanges) =>
  call<CheckoutPublic>(clientPath(clientSecret), { method: 'PATCH', body: changes });

export type Confirmation = Partial<CheckoutConfirm>;

export const confirmCheckout = (clientSecret: string, confirmation: Confirmation) =>
  call<CheckoutConfirmed>(`${clientPath(clientSecret)}/confirm`, { method: 'POST', body: confirmation });

/** Hands the card to the processor and gets a token that stands for it; our own servers never keep the card. */
export const exchangeCard = (clientSecret: string, card: Card) =>
  call<{ id: string }>('/sandbox/confirmation-tokens', { method: 'POST', body: { clientSecret, card } });

export const streamAddress = (clientSecret: string): string => `${base}${clientPath(clientSecret)}/stream`;
