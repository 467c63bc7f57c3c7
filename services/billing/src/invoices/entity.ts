/** Rows of documents: the invoice of an order, or the credit note of a refund. */
import { column } from '@tessera/kit/database/data-source';
import { changedRows } from '@tessera/kit/database/sql';
import { claimStuck } from '@tessera/kit/database/stuck';
import { type EntityManager, EntitySchema, IsNull, Not } from 'typeorm';

/** `refundId`: set for a credit note. `isGenerated`: the document is in the store, and final. */
export type InvoiceRow = {
  id: string;
  createdAt: Date;
  organizationId: string;
  orderId: string;
  refundId: string | null;
  number: string;
  isGenerated: boolean;
};

export const InvoiceEntity = new EntitySchema<InvoiceRow>({
  name: 'invoice',
  tableName: 'invoices',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    organizationId: column.uuid('organization_id'),
    orderId: column.uuid('order_id'),
    refundId: column.uuid('refund_id', { nullable: true }),
    number: column.text('number'),
    isGenerated: column.bool('is_generated'),
  },
});

export const findPaper = (em: EntityManager, id: string): Promise<InvoiceRow | null> =>
  em.findOneBy(InvoiceEntity, { id });

export const findInvoice = (em: EntityManager, orderId: string): Promise<InvoiceRow | null> =>
  em.findOneBy(InvoiceEntity, { orderId, refundId: IsNull() });

export const findCreditNote = (em: EntityManager, refundId: string): Promise<InvoiceRow | null> =>
  em.findOneBy(InvoiceEntity, { refundId });

/** Counts the credit notes of an order, which must be locked. */
export const countCreditNotes = (em: EntityManager, orderId: string): Promise<number> =>
  em.countBy(InvoiceEntity, { orderId, refundId: Not(IsNull()) });

/** Marks a document as generated. Returns false if it was before. */
export const markGenerated = async (em: EntityManager, id: string): Promise<boolean> =>
  (await changedRows(em, 'UPDATE invoices SET is_generated = true WHERE id = $1 AND NOT is_generated', [
    id,
  ])) > 0;

/** Claims documents that were requested that many seconds ago (machine's time) and are not generated. */
export const claimStuckPapers = async (em: EntityManager, seconds: number): Promise<string[]> => {
  const rows = await claimStuck(em, { table: 'invoices', where: 'NOT is_generated', seconds, limit: 20 });
  return rows.map(({ id }) => id);
};
