/** Orders for other slices. */
import { type EntityManager, In, IsNull, MoreThan, Not } from 'typeorm';
import { OrderEntity, type OrderRow } from './entity.ts';

/** Orders of something sold once that were paid and not taken back, by id after `after`. */
export const findPaidOrdersOfProduct = (
  em: EntityManager,
  { productId, after, limit }: { productId: string; after: string; limit: number },
): Promise<{ id: string; customerId: string }[]> =>
  em.find(OrderEntity, {
    select: { id: true, customerId: true },
    where: {
      productId,
      id: MoreThan(after),
      subscriptionId: IsNull(),
      status: In(['paid', 'partially_refunded']),
    },
    order: { id: 'ASC' },
    take: limit,
  });

/** The order that a checkout has led to, or null. */
export const findOrderOfCheckout = (em: EntityManager, checkoutId: string): Promise<OrderRow | null> =>
  em.findOneBy(OrderEntity, { checkoutId });

/** What a customer has paid at checkouts, newest first. */
export const findPurchases = async (
  em: EntityManager,
  { customerId, limit }: { customerId: string; limit: number },
): Promise<{ productId: string; checkoutId: string }[]> => {
  const orders = await em.find(OrderEntity, {
    select: { productId: true, checkoutId: true },
    where: { customerId, checkoutId: Not(IsNull()), status: In(['paid', 'partially_refunded']) },
    order: { createdAt: 'DESC', id: 'DESC' },
    take: limit,
  });
  return orders.flatMap(({ productId, checkoutId }) => (checkoutId ? [{ productId, checkoutId }] : []));
};

/** Whether a customer has ever ordered. */
export const hasOrders = (em: EntityManager, customerId: string): Promise<boolean> =>
  em.existsBy(OrderEntity, { customerId });
