/** Rows of orders and their items. Amounts in minor units. */
import { column } from '@tessera/kit/database/data-source';
import { sql } from '@tessera/kit/database/sql';
import type { Address } from '@tessera/proto/api/billing/address';
import type { OrderBillingReason } from '@tessera/proto/api/billing/enums';
import type { CustomFieldData, MetadataOut } from '@tessera/proto/api/billing/metadata';
import type { TaxDetails } from '@tessera/proto/api/billing/tax';
import { type EntityManager, EntitySchema } from 'typeorm';
import type { OrderState } from './rules.ts';

export type OrderRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  /** Sequential without gaps per organization: `NORTH-0042`. */
  invoiceNumber: string;
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
  taxDetails: TaxDetails | null;
  totalAmount: number;
  /** Negative: taken from the customer's balance. Positive: added to it. */
  appliedBalanceAmount: number;
  /** The debt that it added to the balance; null: the order is older than this column. */
  carriedAmount: number | null;
  refundedAmount: number;
  refundedTaxAmount: number;
  billingName: string | null;
  billingAddress: Address | null;
  isInvoiceGenerated: boolean;
  metadata: MetadataOut;
  customFieldData: CustomFieldData;
};

/** An order before it has an invoice number. */
export type UnnumberedOrder = Omit<OrderRow, 'invoiceNumber'>;

/** `amount`: before discount and tax. `position`: from 0. */
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
    invoiceNumber: column.text('invoice_number'),
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
    taxDetails: column.json('tax_details', optional),
    totalAmount: column.int('total_amount'),
    appliedBalanceAmount: column.int('applied_balance_amount'),
    carriedAmount: column.int('carried_amount', optional),
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

/** The columns of an entity; columns added by later migrations keep their default. */
const columnsOf = <Row>(entity: EntitySchema<Row>): string =>
  Object.entries<{ name?: string } | undefined>(entity.options.columns)
    .map(([key, column]) => column?.name ?? key)
    .join(', ');

const orderColumns = columnsOf(OrderEntity);
const itemColumns = columnsOf(OrderItemEntity);

const insertStatement = `WITH placed AS (
    INSERT INTO orders (${orderColumns})
    SELECT ${orderColumns} FROM jsonb_populate_recordset(NULL::orders, $1) RETURNING id, invoice_number),
  listed AS (
    INSERT INTO order_items (${itemColumns})
    SELECT ${itemColumns} FROM jsonb_populate_recordset(NULL::order_items, $2))
  SELECT id, invoice_number FROM placed`;

/** An order to insert, with its items. */
export type NewOrder<Row extends UnnumberedOrder> = { row: Row; items: OrderItemRow[] };

/** By code unit. `localeCompare` loads a language's collation: three megabytes, kept from the first order on. */
const compareIds = (one: string, other: string): number => Number(one > other) - Number(one < other);

/**
 * Inserts orders with their items in one statement, which numbers them (migration 066). Blocks other orders of their
 * sellers until the transaction ends.
 */
export const insertOrders = async <Row extends UnnumberedOrder>(
  em: EntityManager,
  orders: readonly NewOrder<Row>[],
): Promise<(Row & OrderRow)[]> => {
  // Sorted by organization, so that concurrent transactions lock in the same order.
  const rows = orders
    .map(({ row }) => row)
    .toSorted((one, other) => compareIds(one.organizationId, other.organizationId));
  const items = orders.flatMap((order) => order.items);
  const placed = await sql<{ id: string; invoice_number: string }>(em, insertStatement, [
    JSON.stringify(rows.map((row) => recordOf(OrderEntity, row))),
    JSON.stringify(items.map((item) => recordOf(OrderItemEntity, item))),
  ]);
  const numbers = new Map(placed.map(({ id, invoice_number }) => [id, invoice_number]));
  return orders.map(({ row }) => {
    const invoiceNumber = numbers.get(row.id);
    if (invoiceNumber === undefined) throw new Error(`order ${row.id} was not written`);
    return { ...row, invoiceNumber };
  });
};

/** Like `insertOrders`, for a single order. */
export const insertOrder = async <Row extends UnnumberedOrder>(
  em: EntityManager,
  row: Row,
  items: OrderItemRow[],
): Promise<Row & OrderRow> => {
  const [placed] = await insertOrders(em, [{ row, items }]);
  if (!placed) throw new Error(`order ${row.id} was not written`);
  return placed;
};

/** A row with column names as keys. */
const recordOf = <Row extends object>(
  entity: EntitySchema<Row>,
  row: Partial<Row>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [entity.options.columns[key as keyof Row]?.name ?? key, value]),
  );
