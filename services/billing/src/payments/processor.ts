/** The interface of payment processors, implemented by the sandbox and by Stripe. */
import type { Roles } from '@tessera/kit/process/roles';
import type { RefundReason } from '@tessera/proto/api/billing/enums';
import type { CardMetadata } from '@tessera/proto/api/billing/payment';
import type { Router } from 'express';
import type { EntityManager } from 'typeorm';
import type { ChosenPlace, PaymentPlace, PlaceState, ProcessorName } from './place.ts';
import type { Purpose } from './purpose.ts';

/**
 * A card, as far as the processor reports it. `wallet`: the wallet that it came from (`apple_pay`, …). `fingerprint`:
 * equal for the same card however often it is entered; cards without one are never considered equal.
 */
export type Card = CardMetadata & {
  expMonth?: number | undefined;
  expYear?: number | undefined;
  wallet?: string | undefined;
  fingerprint?: string | undefined;
};

/** Fields of every request. Requests with the same `idempotencyKey` charge once, however often they are sent. */
type Request = {
  place: PaymentPlace;
  idempotencyKey: string;
  /** When it was first requested: processors forget idempotency keys after a day. */
  askedAt: Date;
  /** Our payment's id, which every event about the charge carries. */
  paymentId: string;
  /** What is paid for; a confirmation token created for something else is refused. */
  purpose: Purpose;
  currency: string;
  /** The payer's address; null: not known. */
  customerEmail: string | null;
  /** The processor's id of the customer for whom it saves methods; null: none yet. */
  processorCustomerId: string | null;
};

/** A charge that the customer is present to confirm. */
export type ChargeRequest = Request & {
  /** Minor units. 0: only save the card for later payments of a subscription. */
  amount: number;
  /** Stands for the customer's card; created by the processor for the page that collects it. */
  confirmationToken: string;
  /** Save the card for later payments without the customer present. */
  keepsMethod: boolean;
};

/** A charge of a saved method. */
export type SavedChargeRequest = Request & {
  /** Minor units, above 0. */
  amount: number;
  /** The processor's id of the saved method. */
  methodId: string;
  /** Whether the customer is there to complete a challenge of the bank. */
  isCustomerPresent: boolean;
};

/** Saves a card without a payment. */
export type SaveMethodRequest = Request & { confirmationToken: string };

/** The card of a charge, and the processor's customer for whom it is saved, as far as known. */
type MadeWith = { card?: Card | undefined; processorCustomerId?: string | null | undefined };

/**
 * The processor's immediate result. `processing` is followed by an event later. `methodId`: the id under which the
 * card is saved now; null: not saved, or not yet. `reason`: the processor's failure code (`insufficient_funds`);
 * `message` is for the customer.
 */
export type ChargeResult = MadeWith &
  (
    | { status: 'processing'; processorId: string }
    | { status: 'succeeded'; processorId: string; methodId: string | null }
    | { status: 'requires_action'; processorId: string; intentClientSecret: string }
    | { status: 'failed'; processorId: string | null; message: string; reason?: string | undefined }
  );

/** A refund to make. Requests with the same `idempotencyKey` refund once, however often they are sent. */
export type RefundRequest = {
  place: PaymentPlace;
  idempotencyKey: string;
  /** Our refund's id, which every event about it carries; null: no event is awaited. */
  refundId: string | null;
  /** The processor's id of the charge. */
  processorId: string;
  /** Minor units. */
  amount: number;
};

/** The result of a refund. `pending` is followed by an event. `failed` needs a person to look at it. */
export type RefundResult = EndedRefund | { status: 'pending'; processorId: string };
export type EndedRefund =
  | { status: 'succeeded'; processorId: string }
  | { status: 'failed'; processorId: string | null; message: string };

/** The source of an event. `organizationId` null: the operator's account, which serves all organizations. */
export type EventPlace = Omit<PaymentPlace, 'organizationId'> & { organizationId: string | null };

/** An event about a charge, delivered at least once and in any order. */
export type PaymentEvent = MadeWith & {
  /** The sender: events about payments of other places are ignored. */
  place: EventPlace;
  paymentId: string;
  processorId: string;
  status: 'processing' | 'succeeded' | 'failed';
  /** As in `ChargeResult`. */
  methodId: string | null;
  /** The reason of the failure, in words for the customer. */
  message: string | null;
  /** As in `ChargeResult`. */
  reason?: string | undefined;
};

/** An event about a refund, delivered at least once and in any order: a bank may also return the money later. */
export type RefundEvent = {
  /** As in `PaymentEvent`. */
  place: EventPlace;
  refundId: string;
  processorId: string;
  status: 'succeeded' | 'failed' | 'canceled';
};

/**
 * A refund that was not requested by us but made at the processor itself, or a dispute: pending while it is open,
 * succeeded if it was lost, failed if it was won. Delivered at least once, in any order.
 */
export type RefundElsewhere = {
  /** As in `PaymentEvent`. */
  place: EventPlace;
  paymentId: string;
  processorId: string;
  status: 'pending' | 'succeeded' | 'failed';
  /** Tax included. */
  amount: number;
  reason: RefundReason;
  isDispute: boolean;
  metadata: Record<string, string>;
};

/** The current state of a saved method at the processor. `card` null: it is no longer saved. */
export type MethodEvent = { place: EventPlace; methodId: string; card: Card | null };

/** Receives events about charges, refunds and saved methods. Events whose handler throws are delivered again. */
export type Listener = {
  payment: (event: PaymentEvent) => Promise<void>;
  refund: (event: RefundEvent) => Promise<void>;
  /** Returns whether it belongs to an order of ours. */
  refundElsewhere: (event: RefundElsewhere) => Promise<boolean>;
  /** Returns whether the method is one of ours. */
  method: (event: MethodEvent) => Promise<boolean>;
};

/** A payment processor. Its methods make network calls: never call them while a transaction is open. */
export type PaymentProcessor = {
  /** Charges, or saves a card. A decline is a result; a thrown error means that the outcome is unknown. */
  charge: (request: ChargeRequest) => Promise<ChargeResult>;
  /** Charges a saved method. A challenge of the bank is a failure if the customer is not present. */
  chargeSaved: (request: SavedChargeRequest) => Promise<ChargeResult>;
  /** Saves a card without moving money; its bank may still require a challenge. */
  saveMethod: (request: SaveMethodRequest) => Promise<ChargeResult>;
  /** Returns the current state of a charge, or null if the processor does not know it. */
  findCharge: (place: PaymentPlace, processorId: string) => Promise<ChargeResult | null>;
  /** Cancels a charge that waits for its customer; a charge in any other state is left alone. */
  cancelCharge: (place: PaymentPlace, processorId: string) => Promise<void>;
  /** Refunds a charge. A thrown error means that the outcome is unknown: the request is repeated. */
  refund: (request: RefundRequest) => Promise<RefundResult>;
  /** Returns the current state of a refund that was pending. */
  findRefund: (place: PaymentPlace, processorId: string) => Promise<RefundResult>;
  /** Removes a saved method; one that the processor does not know counts as removed. */
  detachMethod: (place: PaymentPlace, methodId: string) => Promise<void>;
  /** The processor's own HTTP API, such as the sandbox's card form. Mounted under the billing API. */
  routes: Router;
  /** Routes for the processor's webhook events; they parse bodies themselves, for the signature. */
  webhooks: Router;
  /** Starts to deliver events; those that no request triggers only in processes where `works` is true. */
  listen: (listener: Listener, roles: Pick<Roles, 'works'>) => { stop: () => Promise<void> };
};

/** All processors combined: each request goes to the processor of its place. */
export type Payments = PaymentProcessor & {
  /**
   * Returns the places of organizations' next payments: the connected account of each, else the operator's, else the
   * sandbox or none.
   */
  placesOf: (em: EntityManager, organizationIds: readonly string[]) => Promise<Map<string, ChosenPlace>>;
  /** `placesOf` for one organization. */
  placeOf: (em: EntityManager, organizationId: string) => Promise<ChosenPlace>;
  /** Returns whether a place moves real money (`live`), is in test mode (`test`), or is disconnected (`gone`). */
  stateOf: (em: EntityManager, place: PaymentPlace) => Promise<PlaceState>;
};

/** The processors by name. */
export type Processors = Record<ProcessorName, PaymentProcessor>;
