/** Handles processors' events about saved methods: a card was replaced by its bank, or is no longer saved. */
import type { DataSource } from 'typeorm';
import type { MethodEvent } from '../processor.ts';
import { PaymentMethodEntity } from './entity.ts';
import { deleteMethod } from './save.ts';

/** Returns whether the method is one of ours. Idempotent: the event carries the current state. */
export const takeMethodEvent = async (
  { db, now }: { db: DataSource; now: () => Date },
  { place, methodId, card }: MethodEvent,
): Promise<boolean> => {
  const { processor, account, organizationId } = place;
  const rows = await db.manager.findBy(PaymentMethodEntity, { processorId: methodId, processor });
  const mine = rows.filter(
    (row) => row.account === account && (organizationId === null || row.organizationId === organizationId),
  );
  for (const row of mine) {
    if (row.deletedAt !== null) continue;
    if (card === null) {
      await db.transaction((em) => deleteMethod(em, now(), row));
      continue;
    }
    const { brand, last4, expMonth = null, expYear = null } = card;
    const isRenewed = expMonth !== row.expMonth || expYear !== row.expYear;
    await db.manager.update(
      PaymentMethodEntity,
      { id: row.id },
      { brand, last4, expMonth, expYear, modifiedAt: now(), ...(isRenewed && { expiryToldAt: null }) },
    );
  }
  return mine.length > 0;
};
