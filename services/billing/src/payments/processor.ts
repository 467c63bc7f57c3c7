/** What billing needs of a payment processor: the sandbox is one, a real one fits the same shape. */

import type { CardMetadata } from '@tessera/proto/api/billing/payment';
import type { Router } from 'express';
import type { Purpose } from './purpose.ts';

/** What each request names. The same `idempotencyKey` never charges twice, however often it is sent. */
type Request = {
  idempotencyKey: string;
  /** Our payment's id: comes back with every event about the charge. */
  paymentId: string;
  /** What is paid for; a confirmation token made for something else is refused. */
  purpose: Purpose;
  currency: string;
};

/** A charge that its customer is there to confirm. */
export type ChargeRequest = Request & {
  /** Minor units. 0: only keep the card for later payments of a subscription. */
  amount: number;
  /** Stands for the customer's card; made by the processor for the page that asks for it. */
  confirmationToken: string;
  /** Keep the card for later payments without its customer. */
  keepsMethod: boolean;
};

/** A charge of what was saved before, without its customer. */
export type SavedChargeRequest = Request & {
  /** Minor units, above 0. */
  amount: number;
  /** The processor's own id of what it keeps. */
  methodId: string;
};

/** A card to keep, without a payment. */
export type SaveMethodRequest = Request & { confirmationToken: string };

/**
 * What the processor said at once. `processing` is followed by an event, sooner or later. `methodId`: the card is kept
 * under it now; null: it is not, or not yet. `card`: what it was made with, where the processor tells.
 */
export type ChargeResult = { card?: CardMetadata } & (
  | { status: 'processing'; processorId: string }
  | { status: 'succeeded'; processorId: string; methodId: string | null }
  | { status: 'requires_action'; processorId: string; intentClientSecret: string }
  | { status: 'failed'; processorId: string | null; message: string }
);

/** Money to give back. The same `idempotencyKey` never pays back twice, however often it is sent. */
export type RefundRequest = {
  idempotencyKey: string;
  /** Our refund's id: comes back with every event about it; null: nobody waits for one. */
  refundId: string | null;
  /** The processor's own id of the charge. */
  processorId: string;
  /** Minor units. */
  amount: number;
};

/** What became of a refund. `failed` is for a person to look at. */
export type RefundResult =
  | { status: 'succeeded'; processorId: string }
  | { status: 'failed'; processorId: string | null; message: string };

/** What the processor tells later, at least once and in any order. */
export type PaymentEvent = {
  paymentId: string;
  processorId: string;
  status: 'processing' | 'succeeded' | 'failed';
  /** As in `ChargeResult`. */
  methodId: string | null;
  /** Why it failed, in words for the customer. */
  message: string | null;
};

/** What the processor tells of a refund later, at least once and in any order: a bank may send the money back. */
export type RefundEvent = {
  refundId: string;
  processorId: string;
  status: 'succeeded' | 'failed' | 'canceled';
};

/** Who is told what becomes of charges and refunds. One that throws is told again later. */
export type Listener = {
  payment: (event: PaymentEvent) => Promise<void>;
  refund: (event: RefundEvent) => Promise<void>;
};

/** A payment processor. Calls go over a network: never while a transaction is open. */
export type PaymentProcessor = {
  name: 'sandbox' | 'stripe' | 'none';
  /** What the checkout page must know to talk to it, e.g. a publishable key. */
  publicFacts: Record<string, string>;
  /** Charges, or keeps a card. A decline is an answer; a thrown error means that nobody knows. */
  charge: (request: ChargeRequest) => Promise<ChargeResult>;
  /** Charges what was saved. A bank that asks for its customer is a failure: nobody is there to answer. */
  chargeSaved: (request: SavedChargeRequest) => Promise<ChargeResult>;
  /** Keeps a card. No money moves; its bank may ask for the customer all the same. */
  saveMethod: (request: SaveMethodRequest) => Promise<ChargeResult>;
  /** How a charge stands now. Null: the processor does not know it. */
  findCharge: (processorId: string) => Promise<ChargeResult | null>;
  /** Gives up a charge that waits for its customer; one that has gone on is left alone. */
  cancelCharge: (processorId: string) => Promise<void>;
  /** Gives a charge's money back. A thrown error means that nobody knows: it is asked again. */
  refund: (request: RefundRequest) => Promise<RefundResult>;
  /** The processor's own HTTP face: the sandbox's card form, a real one's webhook. Mounted in the billing API. */
  routes: Router;
  /** Starts telling. */
  listen: (listener: Listener) => { stop: () => Promise<void> };
};
