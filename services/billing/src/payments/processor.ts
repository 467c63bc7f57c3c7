/** What billing needs of a payment processor: the sandbox is one, a real one fits the same shape. */

import type { Roles } from '@tessera/kit/roles';
import type { RefundReason } from '@tessera/proto/api/billing/enums';
import type { CardMetadata } from '@tessera/proto/api/billing/payment';
import type { Router } from 'express';
import type { EntityManager } from 'typeorm';
import type { ChosenPlace, PaymentPlace, PlaceState, ProcessorName } from './place.ts';
import type { Purpose } from './purpose.ts';

/**
 * A card, as far as the processor tells. `wallet`: what it was shown from (`apple_pay`, …). `fingerprint`: the same for the
 * same card, however often it is shown; two that a processor gives none are never the same.
 */
export type Card = CardMetadata & {
  expMonth?: number | undefined;
  expYear?: number | undefined;
  wallet?: string | undefined;
  fingerprint?: string | undefined;
};

/** What each request names. The same `idempotencyKey` never charges twice, however often it is sent. */
type Request = {
  place: PaymentPlace;
  idempotencyKey: string;
  /** When it was asked first: processors forget keys after a day. */
  askedAt: Date;
  /** Our payment's id: comes back with every event about the charge. */
  paymentId: string;
  /** What is paid for; a confirmation token made for something else is refused. */
  purpose: Purpose;
  currency: string;
  /** Who pays, where that is known. */
  customerEmail: string | null;
  /** The processor's own id of the customer whose methods it keeps, where there is one. */
  processorCustomerId: string | null;
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

/** What is known of the card that a charge was made with, and of the processor's customer whom it is kept for. */
type MadeWith = { card?: Card | undefined; processorCustomerId?: string | null | undefined };

/**
 * What the processor said at once. `processing` is followed by an event, sooner or later. `methodId`: the card is kept
 * under it now; null: it is not, or not yet. `reason`: the processor's code of a failure (`insufficient_funds`);
 * `message` is for the customer.
 */
export type ChargeResult = MadeWith &
  (
    | { status: 'processing'; processorId: string }
    | { status: 'succeeded'; processorId: string; methodId: string | null }
    | { status: 'requires_action'; processorId: string; intentClientSecret: string }
    | { status: 'failed'; processorId: string | null; message: string; reason?: string | undefined }
  );

/** Money to give back. The same `idempotencyKey` never pays back twice, however often it is sent. */
export type RefundRequest = {
  place: PaymentPlace;
  idempotencyKey: string;
  /** Our refund's id: comes back with every event about it; null: nobody waits for one. */
  refundId: string | null;
  /** The processor's own id of the charge. */
  processorId: string;
  /** Minor units. */
  amount: number;
};

/** What became of a refund. `pending` is followed by an event. `failed` is for a person to look at. */
export type RefundResult = EndedRefund | { status: 'pending'; processorId: string };
export type EndedRefund =
  | { status: 'succeeded'; processorId: string }
  | { status: 'failed'; processorId: string | null; message: string };

/** Where an event comes from. `organizationId` null: from an account that is the operator's, for all. */
export type EventPlace = Omit<PaymentPlace, 'organizationId'> & { organizationId: string | null };

/** What the processor tells later, at least once and in any order. */
export type PaymentEvent = MadeWith & {
  /** Who tells: one whose payment it is not is not heard. */
  place: EventPlace;
  paymentId: string;
  processorId: string;
  status: 'processing' | 'succeeded' | 'failed';
  /** As in `ChargeResult`. */
  methodId: string | null;
  /** Why it failed, in words for the customer. */
  message: string | null;
  /** As in `ChargeResult`. */
  reason?: string | undefined;
};

/** What the processor tells of a refund later, at least once and in any order: a bank may send the money back. */
export type RefundEvent = {
  /** As in `PaymentEvent`. */
  place: EventPlace;
  refundId: string;
  processorId: string;
  status: 'succeeded' | 'failed' | 'canceled';
};

/** A refund that was not asked for by us, but made at the processor itself. At least once, in any order. */
export type RefundElsewhere = {
  /** As in `PaymentEvent`. */
  place: EventPlace;
  paymentId: string;
  processorId: string;
  status: 'pending' | 'succeeded' | 'failed';
  /** Tax included. */
  amount: number;
  reason: RefundReason;
};

/** What has become of a saved method at the processor. `card` null: it is not kept any more. */
export type MethodEvent = { place: EventPlace; methodId: string; card: Card | null };

/** Who is told what becomes of charges, refunds and saved methods. One that throws is told again later. */
export type Listener = {
  payment: (event: PaymentEvent) => Promise<void>;
  refund: (event: RefundEvent) => Promise<void>;
  /** Answers whether it is of an order of ours. */
  refundElsewhere: (event: RefundElsewhere) => Promise<boolean>;
  /** Answers whether the method is one of ours. */
  method: (event: MethodEvent) => Promise<boolean>;
};

/** A payment processor. Calls go over a network: never while a transaction is open. */
export type PaymentProcessor = {
  /** Charges, or keeps a card. A decline is an answer; a thrown error means that nobody knows. */
  charge: (request: ChargeRequest) => Promise<ChargeResult>;
  /** Charges what was saved. A bank that asks for its customer is a failure: nobody is there to answer. */
  chargeSaved: (request: SavedChargeRequest) => Promise<ChargeResult>;
  /** Keeps a card. No money moves; its bank may ask for the customer all the same. */
  saveMethod: (request: SaveMethodRequest) => Promise<ChargeResult>;
  /** How a charge stands now. Null: the processor does not know it. */
  findCharge: (place: PaymentPlace, processorId: string) => Promise<ChargeResult | null>;
  /** Gives up a charge that waits for its customer; one that has gone on is left alone. */
  cancelCharge: (place: PaymentPlace, processorId: string) => Promise<void>;
  /** Gives a charge's money back. A thrown error means that nobody knows: it is asked again. */
  refund: (request: RefundRequest) => Promise<RefundResult>;
  /** How a refund that was pending stands now. */
  findRefund: (place: PaymentPlace, processorId: string) => Promise<RefundResult>;
  /** Forgets a method that was kept; one that it does not know is forgotten already. */
  detachMethod: (place: PaymentPlace, methodId: string) => Promise<void>;
  /** The processor's own HTTP API, such as the sandbox's card form. Mounted in the billing API. */
  routes: Router;
  /** Where it tells what became of charges: routes that read their bodies themselves, for the signature. */
  webhooks: Router;
  /** Starts telling; of what nobody's request brings up only where it `works`. */
  listen: (listener: Listener, roles: Pick<Roles, 'works'>) => { stop: () => Promise<void> };
};

/** All processors as one: each request goes to that of its place. */
export type Payments = PaymentProcessor & {
  /** Where the next payments of organizations go: to the account that each has connected, else the operator's, else the sandbox. */
  placesOf: (em: EntityManager, organizationIds: readonly string[]) => Promise<Map<string, ChosenPlace>>;
  /** The same of one organization. */
  placeOf: (em: EntityManager, organizationId: string) => Promise<ChosenPlace>;
  /** Whether money moves at a place (`live`), none does (`test`), or its account is not connected any more (`gone`). */
  stateOf: (em: EntityManager, place: PaymentPlace) => Promise<PlaceState>;
};

/** The processors by name. */
export type Processors = Record<ProcessorName, PaymentProcessor>;
