/** What a payment is for, and what it is made with. */

export type PurposeKind = 'checkout' | 'renewal' | 'proration' | 'order_retry' | 'card_setup';

/** `id` is that of the checkout, subscription, order or customer that the payment is for. */
export type Purpose = { kind: PurposeKind; id: string };

/** `token` stands for a card that the customer has just entered; `methodId` is the processor's id of a saved one. */
export type PaymentSource = { token: string } | { methodId: string };
