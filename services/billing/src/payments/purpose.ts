/** What a payment is for, and what it is made with. */

export type PurposeKind = 'checkout' | 'renewal' | 'proration' | 'order_retry' | 'card_setup';

/** `id` is that of the checkout, subscription, order or customer which the payment is for. */
export type Purpose = { kind: PurposeKind; id: string };

/** `token` stands for what a customer has just typed; `methodId` is the processor's id of what was saved before. */
export type PaymentSource = { token: string } | { methodId: string };
