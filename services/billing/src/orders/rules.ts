/** The states of orders and billing reasons (contracts/billing-behaviour.md, section 5). Pure. */
import { canMove, type Moves } from '@tessera/kit/state-machine';
import type { OrderBillingReason, OrderStatus } from '@tessera/proto/api/billing/enums';

/** `void`: will not be paid any more. The contract has no such status, see `statusOnWire`. */
export type OrderState = OrderStatus | 'void';

export const orderMoves: Moves<OrderState> = {
  pending: ['paid', 'void'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded', 'paid'],
  // A bank may return a refund.
  refunded: ['partially_refunded', 'paid'],
  void: [],
};

/** Returns the order in its new status. Throws if the transition is not allowed. */
export const moveOrder = <Row extends { status: OrderState }, To extends OrderState>(
  order: Row,
  to: To,
): Row & { status: To } => {
  if (!canMove(orderMoves, order.status, to)) throw new Error(`no order moves from ${order.status} to ${to}`);
  return { ...order, status: to };
};

/** Whether an order may be refunded. */
export const mayRefund = (status: OrderState): boolean => canMove(orderMoves, status, 'refunded');

/** Whether an order was paid, even if it was refunded since. */
export const wasPaid = (status: OrderState): boolean => status !== 'pending' && status !== 'void';

/** The status in the API: a void order is shown as pending. */
export const statusOnWire = (status: OrderState): OrderStatus => (status === 'void' ? 'pending' : status);

/** The states that the API shows as this status. */
export const statesOnWire = (status: OrderStatus): OrderState[] =>
  status === 'pending' ? ['pending', 'void'] : [status];

/** The billing reason of a checkout's order. */
export const reasonOf = (checkout: {
  isRecurring: boolean;
  subscriptionId: string | null;
}): OrderBillingReason => {
  if (checkout.subscriptionId !== null) return 'subscription_update';
  return checkout.isRecurring ? 'subscription_create' : 'purchase';
};
