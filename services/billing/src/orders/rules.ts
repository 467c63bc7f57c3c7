/** Orders, pure: moves and reasons (contracts/billing-behaviour.md, section 5). */
import { canMove, type Moves } from '@tessera/kit/machine';
import type { OrderBillingReason, OrderStatus } from '@tessera/proto/api/billing/enums';

/** `void`: nobody will pay it any more. The contract has no such word, see `statusOnWire`. */
export type OrderState = OrderStatus | 'void';

export const orderMoves: Moves<OrderState> = {
  pending: ['paid', 'void'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded', 'paid'],
  // A bank may send back what was paid back to it.
  refunded: ['partially_refunded', 'paid'],
  void: [],
};

/** The order, moved on. Throws where the table has no such move. */
export const moveOrder = <Row extends { status: OrderState }, To extends OrderState>(
  order: Row,
  to: To,
): Row & { status: To } => {
  if (!canMove(orderMoves, order.status, to)) throw new Error(`no order moves from ${order.status} to ${to}`);
  return { ...order, status: to };
};

/** Whether an order's money may go back. */
export const mayRefund = (status: OrderState): boolean => canMove(orderMoves, status, 'refunded');

/** Whether an order was paid, whatever has gone back since. */
export const wasPaid = (status: OrderState): boolean => status !== 'pending' && status !== 'void';

/** An order that nobody will pay looks like one that nobody has paid. */
export const statusOnWire = (status: OrderState): OrderStatus => (status === 'void' ? 'pending' : status);

/** The states that look like this one. */
export const statesOnWire = (status: OrderStatus): OrderState[] =>
  status === 'pending' ? ['pending', 'void'] : [status];

/** Why a checkout makes an order. */
export const reasonOf = (checkout: {
  isRecurring: boolean;
  subscriptionId: string | null;
}): OrderBillingReason => {
  if (checkout.subscriptionId !== null) return 'subscription_update';
  return checkout.isRecurring ? 'subscription_create' : 'purchase';
};
