/**
 * Generates documents: read, drawn and stored outside of transactions, then marked as generated in one. If the
 * billing details have changed in the meantime, the document is drawn again. Safe to repeat, and in several replicas
 * concurrently.
 */
import { transact } from '@tessera/kit/events/outbox';
import { orderUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findCheckoutById } from '../checkouts/find.ts';
import { emitAll } from '../events.ts';
import { findBuyersTaxId } from '../orders/buyers-tax-id.ts';
import type { OrderRow } from '../orders/entity.ts';
import { fillOrder, findOrder, lockOrder, markInvoiceGenerated } from '../orders/find.ts';
import { orderEvents } from '../orders/view.ts';
import { findRefund } from '../refunds/entity.ts';
import { findRenewal } from '../renewals/entity.ts';
import { findSellerDetails } from '../sellers/entity.ts';
import { claimStuckPapers, findPaper, type InvoiceRow, markGenerated } from './entity.ts';
import { type Paper, paperOf } from './paper.ts';
import { paidPeriodOf } from './period.ts';

/** The key of a document in the store. */
export const keyOf = ({ id, organizationId }: Pick<InvoiceRow, 'id' | 'organizationId'>): string =>
  `invoices/${organizationId}/${id}.pdf`;

/** Generates a requested document; does nothing if it is generated already. */
export const generatePaper = async (billing: Billing, id: string): Promise<void> => {
  for (;;) {
    const row = await findPaper(billing.db.manager, id);
    if (!row || row.isGenerated) return;
    const { order, paper } = await readPaper(billing, row);
    // Imported on first use, as the library takes much memory.
    const { drawPaper } = await import('./draw.ts');
    await billing.files.store.put(keyOf(row), await drawPaper(paper), 'application/pdf');
    if (await transact(billing.db, (em) => release(em, billing.now(), { row, drawn: order }))) {
      billing.log.info({ orderId: row.orderId, number: row.number }, 'invoice generated');
      return;
    }
  }
};

/** Returns false if the order's billing details differ from those drawn. */
const release = async (
  em: EntityManager,
  now: Date,
  { row, drawn }: { row: InvoiceRow; drawn: OrderRow },
): Promise<boolean> => {
  const order = await lockOrder(em, row.orderId);
  if (row.refundId) {
    await markGenerated(em, row.id);
    return true;
  }
  if (billedTo(order) !== billedTo(drawn)) return false;
  if (!(await markGenerated(em, row.id))) return true;
  const changes = { isInvoiceGenerated: true, modifiedAt: now };
  await markInvoiceGenerated(em, order.id, now);
  await emitAll(em, orderEvents([orderUpdated], await fillOrder(em, { ...order, ...changes })));
  return true;
};

const billedTo = ({ billingName, billingAddress: address }: OrderRow): string =>
  JSON.stringify([
    billingName,
    address?.line1,
    address?.line2,
    address?.postalCode,
    address?.city,
    address?.state,
    address?.country,
  ]);

const readPaper = async (billing: Billing, row: InvoiceRow): Promise<{ order: OrderRow; paper: Paper }> => {
  const em = billing.db.manager;
  const order = await findOrder(em, { id: row.orderId });
  if (!order) throw new Error(`order ${row.orderId} is gone`);
  const full = await fillOrder(em, order);
  // A renewal has no checkout: it uses the language of the checkout of its subscription.
  const checkoutId = order.checkoutId ?? full.subscription?.checkoutId;
  const [seller, details, checkout, refund, renewal, taxId] = await Promise.all([
    getSeller(billing, order.organizationId),
    findSellerDetails(em, order.organizationId),
    checkoutId ? findCheckoutById(em, checkoutId) : null,
    row.refundId ? findRefund(em, row.refundId) : null,
    order.subscriptionId ? findRenewal(em, order.id) : null,
    findBuyersTaxId(em, full),
  ]);
  const paper = paperOf(full, {
    number: row.number,
    issuedAt: row.createdAt,
    seller: {
      ...seller,
      legalName: details?.legalName ?? null,
      address: details?.address ?? null,
      taxId: details?.taxId ?? null,
      isSmallBusiness: details?.isSmallBusiness ?? false,
      note: details?.invoiceNote ?? null,
    },
    taxId,
    period: paidPeriodOf(full, renewal?.periodStart ?? null),
    refund,
    locale: checkout?.locale ?? 'en',
  });
  return { order, paper };
};

/** Generates documents requested that many seconds ago (machine's time) and missing after a crash or an outage. */
export const sweepPapers = async (billing: Billing, seconds: number): Promise<void> => {
  for (const id of await claimStuckPapers(billing.db.manager, seconds))
    await generatePaper(billing, id).catch((error: unknown) =>
      billing.log.warn({ err: error, invoiceId: id }, 'an invoice could not be made'),
    );
};
