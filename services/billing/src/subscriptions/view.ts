/** A subscription as replies and events show it. */
import { outboxRow } from '@tessera/kit/outbox';
import type { CustomerStateSubscription } from '@tessera/proto/api/billing/customer';
import { type BareSubscription, Subscription } from '@tessera/proto/api/billing/subscription';
import { toWire } from '@tessera/proto/api/wire';
import type {
  subscriptionActive,
  subscriptionCanceled,
  subscriptionCreated,
  subscriptionRevoked,
  subscriptionUpdated,
} from '@tessera/proto/events/billing';
import type { ProductPriceRow } from '../catalog/products/entity.ts';
import { type FullProduct, viewPrice, viewProduct } from '../catalog/products/view.ts';
import type { CustomerRow } from '../customers/entity.ts';
import { viewCustomer } from '../customers/view.ts';
import type { OutboxEvent } from '../events.ts';
import type { SubscriptionRow } from './entity.ts';

/** A subscription with what belongs to it. */
export type FullSubscription = {
  row: SubscriptionRow;
  customer: CustomerRow;
  product: FullProduct;
  prices: ProductPriceRow[];
};

export const viewSubscription = ({ row, customer, product, prices }: FullSubscription): Subscription => ({
  ...viewBareSubscription(row),
  customFieldData: row.customFieldData,
  customer: viewCustomer(customer),
  product: viewProduct(product),
  discount: null,
  prices: prices.map((price) => viewPrice(price, product)),
  meters: [],
});

/** A subscription by itself, as an order nests it. */
export const viewBareSubscription = ({
  organizationId: _organization,
  priceIds: _prices,
  anchorDay: _anchor,
  ...row
}: SubscriptionRow): BareSubscription => row;

/** An active subscription within its customer's state; a trial counts as active. */
export const viewStateSubscription = (row: SubscriptionRow): CustomerStateSubscription => ({
  ...row,
  status: 'active',
  meters: [],
});

type SubscriptionEvent =
  | typeof subscriptionActive
  | typeof subscriptionCanceled
  | typeof subscriptionCreated
  | typeof subscriptionRevoked
  | typeof subscriptionUpdated;

/** What partners are told about a subscription. */
export const subscriptionEvent = (type: SubscriptionEvent, subscription: FullSubscription): OutboxEvent => {
  const { row } = subscription;
  return outboxRow(type as typeof subscriptionUpdated, {
    subscriptionId: row.id,
    organizationId: row.organizationId,
    customerId: row.customerId,
    productId: row.productId,
    ...(row.checkoutId && { checkoutId: row.checkoutId }),
    status: row.status,
    snapshot: JSON.stringify(toWire(Subscription, viewSubscription(subscription), 'snake')),
  });
};
