/** The handlers that are notified of payment results, by purpose. */
import type { PaymentRow } from './entity.ts';
import type { Card, ChargeResult, EndedRefund } from './processor.ts';
import type { PurposeKind } from './purpose.ts';

/** A charge that has succeeded. `methodId`: the id under which the card is saved; null: not saved. */
export type Paid = {
  processorId: string;
  methodId: string | null;
  card?: Card | undefined;
  processorCustomerId?: string | null | undefined;
};

/** A charge that the processor has accepted: it settles later, or waits for the customer's confirmation. */
export type Accepted = Extract<ChargeResult, { status: 'processing' | 'requires_action' }>;

/**
 * What a purpose does with results of its payments. Each handler is idempotent, and writes the payment's own state in
 * the same transaction as its other changes. `Parts` are the service's dependencies.
 */
export type PurposeHandler<Parts> = {
  accepted: (parts: Parts, payment: PaymentRow, result: Accepted) => Promise<void>;
  succeeded: (parts: Parts, payment: PaymentRow, paid: Paid) => Promise<void>;
  /** The payment had failed, but was paid after all. */
  succeededLate: (parts: Parts, payment: PaymentRow, paid: Paid) => Promise<void>;
  /** `message` is for the customer; `payment` already carries the reason and the card. */
  failed: (parts: Parts, payment: PaymentRow, message: string) => Promise<void>;
  refunded: (parts: Parts, payment: PaymentRow, result: EndedRefund) => Promise<void>;
  /** Returns whether the customer will no longer complete the bank's challenge. */
  isAbandoned: (parts: Parts, payment: PaymentRow) => Promise<boolean>;
};

/** Handlers by purpose; filled in parts.ts. */
export type Purposes<Parts> = Partial<Record<PurposeKind, PurposeHandler<Parts>>>;
