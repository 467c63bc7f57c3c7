/** Who is told what became of payments. */
import type { PaymentRow } from './entity.ts';
import type { Card, ChargeResult, EndedRefund } from './processor.ts';
import type { PurposeKind } from './purpose.ts';

/** A charge that has gone through. `methodId`: the card is kept under it; null: it is not. */
export type Paid = {
  processorId: string;
  methodId: string | null;
  card?: Card | undefined;
  processorCustomerId?: string | null | undefined;
};

/** A charge that the processor has taken on: it settles later, or waits for its customer. */
export type Accepted = Extract<ChargeResult, { status: 'processing' | 'requires_action' }>;

/**
 * What a purpose does with its payments. Each is safe to repeat and writes the payment's own state too, in the
 * transaction of whatever else it changes. `Parts` are the service's dependencies.
 */
export type PurposeHandler<Parts> = {
  accepted: (parts: Parts, payment: PaymentRow, result: Accepted) => Promise<void>;
  succeeded: (parts: Parts, payment: PaymentRow, paid: Paid) => Promise<void>;
  /** It had failed, and was paid after all. */
  succeededLate: (parts: Parts, payment: PaymentRow, paid: Paid) => Promise<void>;
  /** `message` is for the customer; the payment says already why, and with which card. */
  failed: (parts: Parts, payment: PaymentRow, message: string) => Promise<void>;
  refunded: (parts: Parts, payment: PaymentRow, result: EndedRefund) => Promise<void>;
  /** Whether nobody will answer the bank's question any more. */
  isAbandoned: (parts: Parts, payment: PaymentRow) => Promise<boolean>;
};

/** Who is told, by purpose; filled in parts.ts. */
export type Purposes<Parts> = Partial<Record<PurposeKind, PurposeHandler<Parts>>>;
