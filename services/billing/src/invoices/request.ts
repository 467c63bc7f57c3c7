/** Requests documents: generated in the background (contracts/billing-behaviour.md, section 5). */
import { kitErrors } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../billing.ts';
import type { OrderRow } from '../orders/entity.ts';
import { lockOrder } from '../orders/find.ts';
import { wasPaid } from '../orders/rules.ts';
import type { RefundRow } from '../refunds/entity.ts';
import { countCreditNotes, findCreditNote, findInvoice, InvoiceEntity, type InvoiceRow } from './entity.ts';
import { invoiceErrors } from './errors.ts';
import { generatePaper, keyOf } from './generate.ts';

/** Lifetime in seconds of a link to a document. */
const linkSeconds = 600;

/** Throws NotPaidOrder, MissingInvoiceBillingDetails, InvoiceAlreadyExists; repeating a request changes nothing. */
export const requestInvoice = (billing: Billing, { id }: OrderRow): Promise<null> =>
  request(billing, async (em) => {
    const order = await lockOrder(em, id);
    if (!wasPaid(order.status)) throw invoiceErrors.NotPaidOrder();
    if (!order.billingName?.trim() || !order.billingAddress)
      throw invoiceErrors.MissingInvoiceBillingDetails();
    if (order.isInvoiceGenerated) throw invoiceErrors.InvoiceAlreadyExists();
    const present = await findInvoice(em, id);
    return present ?? writePaper(em, billing.now(), { order, refundId: null, number: order.invoiceNumber });
  });

/**
 * Throws NotSucceededRefund, MissingInvoice, InvoiceAlreadyExists. An order's credit notes are numbered without gaps.
 */
export const requestCreditNote = (billing: Billing, refund: RefundRow): Promise<null> =>
  request(billing, async (em) => {
    const order = await lockOrder(em, refund.orderId);
    if (refund.status !== 'succeeded') throw invoiceErrors.NotSucceededRefund();
    if (!order.isInvoiceGenerated) throw invoiceErrors.MissingInvoice();
    const present = await findCreditNote(em, refund.id);
    if (present?.isGenerated) throw invoiceErrors.InvoiceAlreadyExists('The credit note already exists.');
    if (present) return present;
    const number = `${order.invoiceNumber}-C${(await countCreditNotes(em, order.id)) + 1}`;
    return writePaper(em, billing.now(), { order, refundId: refund.id, number });
  });

const request = async (
  billing: Billing,
  write: (em: EntityManager) => Promise<InvoiceRow>,
): Promise<null> => {
  // Fails immediately if there is no file store.
  await sign(billing, { key: 'invoices/', name: 'invoice.pdf' });
  const { id } = await transact(billing.db, write);
  billing.background.run('invoice', () => generatePaper(billing, id));
  return null;
};

const writePaper = async (
  em: EntityManager,
  now: Date,
  { order, refundId, number }: { order: OrderRow; refundId: string | null; number: string },
): Promise<InvoiceRow> => {
  const { id: orderId, organizationId } = order;
  const row = { id: uuidv7(), createdAt: now, organizationId, orderId, refundId, number, isGenerated: false };
  await em.insert(InvoiceEntity, row);
  return row;
};

/** Returns a link to an order's invoice, valid for ten minutes. Throws ResourceNotFound before it is generated. */
export const getInvoice = async (billing: Billing, { id }: OrderRow): Promise<{ url: string }> =>
  linkTo(billing, await findInvoice(billing.db.manager, id));

/** Like `getInvoice`, for the credit note of a refund. */
export const getCreditNote = async (billing: Billing, { id }: RefundRow): Promise<{ url: string }> =>
  linkTo(billing, await findCreditNote(billing.db.manager, id));

const linkTo = async (billing: Billing, paper: InvoiceRow | null): Promise<{ url: string }> => {
  if (!paper?.isGenerated) throw kitErrors.ResourceNotFound();
  const { url } = await sign(billing, { key: keyOf(paper), name: `${paper.number}.pdf` });
  return { url };
};

const sign = ({ files, now }: Billing, { key, name }: { key: string; name: string }) =>
  files.store.signDownload(key, {
    name,
    mimeType: 'application/pdf',
    expiresAt: new Date(now().getTime() + linkSeconds * 1000),
  });
