/** Rows of orders and their items. Amounts in cents. */
import { column } from '@tessera/kit/database';
import type { Address } from '@tessera/proto/api/billing/address';
import type { OrderBillingReason } from '@tessera/proto/api/billing/enums';
import type { CustomFieldData, MetadataOut } from '@tessera/proto/api/billing/metadata';
import { type EntityManager, EntitySchema } from 'typeorm';
import type { OrderState } from './rules.ts';

export type OrderRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  status: OrderState;
  customerId: string;
  productId: string;
  discountId: string | null;
  subscriptionId: string | null;
  checkoutId: string | null;
  billingReason: OrderBillingReason;
  currency: string;
  subtotalAmount: number;
  discountAmount: number;
  netAmount: number;
  taxAmount: number;
  totalAmount: number;
  refundedAmount: number;
  refundedTaxAmount: number;
  billingName: string | null;
  billingAddress: Address | null;
  isInvoiceGenerated: boolean;
  metadata: MetadataOut;
  customFieldData: CustomFieldData;
};

/** `amount` before discount and tax; `position` counts from 0. */
export type OrderItemRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  orderId: string;
  position: number;
  label: string;
  amount: number;
  taxAmount: number;
  proration: boolean;
  productPriceId: string | null;
};

const optional = { nullable: true };

export const OrderEntity = new EntitySchema<OrderRow>({
  name: 'order',
  tableName: 'orders',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', optional),
    organizationId: column.uuid('organization_id'),
    status: column.text('status'),
    customerId: column.uuid('customer_id'),
    productId: column.uuid('product_id'),
    discountId: column.uuid('discount_id', optional),
    subscriptionId: column.uuid('subscription_id', optional),
    checkoutId: column.uuid('checkout_id', optional),
    billingReason: column.text('billing_reason'),
    currency: column.text('currency'),
    subtotalAmount: column.int('subtotal_amount'),
    discountAmount: column.int('discount_amount'),
    netAmount: column.int('net_amount'),
    taxAmount: column.int('tax_amount'),
    totalAmount: column.int('total_amount'),
    refundedAmount: column.int('refunded_amount'),
    refundedTaxAmount: column.int('refunded_tax_amount'),
    billingName: column.text('billing_name', optional),
    billingAddress: column.json('billing_address', optional),
    isInvoiceGenerated: column.bool('is_invoice_generated'),
    metadata: column.json('metadata'),
    customFieldData: column.json('custom_field_data'),
  },
});

export const OrderItemEntity = new EntitySchema<OrderItemRow>({
  name: 'orderItem',
  tableName: 'order_items',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', optional),
    orderId: column.uuid('order_id'),
    position: column.int('position'),
    label: column.text('label'),
    amount: column.int('amount'),
    taxAmount: column.int('tax_amount'),
    proration: column.bool('proration'),
    productPriceId: column.uuid('product_price_id', optional),
  },
});

/** The columns that a row of ours names; what a later migration adds keeps its default. */
const columnsOf = <Row>(entity: EntitySchema<Row>): string =>
  Object.entries<{ name?: string } | undefined>(entity.options.columns)
    .map(([key, column]) => column?.name ?? key)
    .join(', ');

const orderColumns = columnsOf(OrderEntity);
const itemColumns = columnsOf(OrderItemEntity);

const insertStatement = `WITH placed AS (
    INSERT INTO orders (${orderColumns})
    SELECT ${orderColumns} FROM jsonb_populate_record(NULL::orders, $1))
  INSERT INTO order_items (${itemColumns})
  SELECT ${itemColumns} FROM jsonb_populate_recordset(NULL::order_items, $2)`;

/** Writes an order with its items in one statement. */
export const insertOrder = async (em: EntityManager, row: OrderRow, items: OrderItemRow[]): Promise<void> => {
  await em.query(insertStatement, [
    recordOf(OrderEntity, row),
    JSON.stringify(items.map((item) => recordOf(OrderItemEntity, item))),
  ]);
};

/** A row under the names of its columns. */
const recordOf = <Row extends object>(entity: EntitySchema<Row>, row: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [entity.options.columns[key as keyof Row]?.name ?? key, value]),
  );
