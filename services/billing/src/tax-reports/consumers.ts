/** Reports sold orders and their refunds to the provider that has calculated their tax. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { on } from '@tessera/kit/events/bus';
import { Refund } from '@tessera/proto/api/billing/refund';
import { readReply } from '@tessera/proto/api/wire';
import { orderPaid, refundCreated, refundUpdated } from '@tessera/proto/events/billing';
import type { Billing } from '../billing.ts';
import type { TaxBooks } from '../money/tax.ts';
import { findOrder } from '../orders/find.ts';
import { findTaxTransaction, insertTaxTransaction } from './entity.ts';

/** Returns null if the installation's tax provider keeps no reports. */
export const consumeTaxReports = async (billing: Billing): Promise<Stoppable | null> => {
  const { books } = billing.tax;
  if (!books) return null;
  const takeRefund = ({ snapshot }: { snapshot: string }): Promise<void> =>
    reportRefund(billing, books, readReply(Refund, JSON.parse(snapshot), 'snake'));
  return billing.bus.consume({
    name: 'tax-reports',
    begin: 'now',
    concurrency: 4,
    on: [
      on(orderPaid, ({ orderId }) => reportSale(billing, books, orderId)),
      on(refundCreated, takeRefund),
      on(refundUpdated, takeRefund),
    ],
  });
};

/** Idempotent: the provider records each order once. */
const reportSale = async ({ db, now }: Billing, books: TaxBooks, orderId: string): Promise<void> => {
  const order = await findOrder(db.manager, { id: orderId });
  const calculation = order?.taxDetails?.calculation;
  if (!order || !calculation || order.totalAmount <= 0) return;
  const { organizationId } = order;
  const transactionId = await books.record({ organizationId, calculation, orderId });
  if (transactionId)
    await insertTaxTransaction(db.manager, { orderId, organizationId, transactionId, createdAt: now() });
};

/** A refund that its bank returns later stays in the reports: reversals cannot be reverted. */
const reportRefund = async (billing: Billing, books: TaxBooks, refund: Refund): Promise<void> => {
  if (refund.status !== 'succeeded') return;
  const { organizationId, orderId, id: refundId } = refund;
  const order = await findOrder(billing.db.manager, { id: orderId });
  const calculation = order?.taxDetails?.calculation;
  if (!calculation) return;
  await reportSale(billing, books, orderId);
  const transaction = await findTaxTransaction(billing.db.manager, orderId);
  const amount = refund.amount + refund.taxAmount;
  const { account } = calculation;
  if (transaction) await books.reverse({ organizationId, account, transaction, refundId, amount });
};
