/** Orders for other slices. */
import { type EntityManager, In, IsNull, MoreThan } from 'typeorm';
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

/** Whether a customer has ever ordered. */
export const hasOrders = (em: EntityManager, customerId: string): Promise<boolean> =>
  em.existsBy(OrderEntity, { customerId });
