/** Saved methods as they are kept, made the default, and removed: steps of a transaction. */
import { type EntityManager, IsNull } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { PaymentRow } from '../entity.ts';
import { type PaymentPlace, placeOf } from '../place.ts';
import { listMethods, PaymentMethodEntity, type PaymentMethodRow } from './entity.ts';

/** Keeps what a payment's card was kept under, as the customer's default. A repetition changes nothing. */
export const keepMethod = async (
  em: EntityManager,
  now: Date,
  payment: PaymentRow & { customerId: string },
  { isDefault = true }: { isDefault?: boolean } = {},
): Promise<void> => {
  const { paymentMethodId: processorId, customerId } = payment;
  if (processorId === null || !payment.keepsMethod) return;
  const place = placeOf(payment);
  const { organizationId, processor } = place;
  const known = await em.findOneBy(PaymentMethodEntity, { organizationId, processor, processorId });
  if (known) return;
  const others = (await listMethods(em, { customerId })).filter((row) => isAt(row, place));
  const id = uuidv7();
  const row: PaymentMethodRow = {
    ...place,
    id,
    createdAt: now,
    modifiedAt: null,
    customerId,
    processorId,
    processorCustomerId: payment.processorCustomerId,
    brand: payment.cardBrand,
    last4: payment.cardLast4,
    expMonth: payment.cardExpMonth,
    expYear: payment.cardExpYear,
    wallet: payment.cardWallet,
    isDefault: false,
    expiryToldAt: null,
    deletedAt: null,
  };
  await em.createQueryBuilder().insert().into(PaymentMethodEntity).values(row).orIgnore().execute();
  if (isDefault || others.length === 0) await makeDefault(em, now, row);
};

/** Whether a method is kept at a place. */
export const isAt = (row: PaymentMethodRow, place: PaymentPlace): boolean =>
  row.processor === place.processor && row.account === place.account;

/** Makes a method the one that later payments are made with. */
export const makeDefault = async (em: EntityManager, now: Date, row: PaymentMethodRow): Promise<void> => {
  const { customerId, processor, account } = row;
  const past = { customerId, processor, account: account ?? IsNull(), isDefault: true, deletedAt: IsNull() };
  await em.update(PaymentMethodEntity, past, { isDefault: false, modifiedAt: now });
  await em.update(
    PaymentMethodEntity,
    { id: row.id, deletedAt: IsNull() },
    { isDefault: true, modifiedAt: now },
  );
};

/** Takes a method from its customer; the newest other one at its place becomes the default. Answers whether it was there. */
export const deleteMethod = async (em: EntityManager, now: Date, row: PaymentMethodRow): Promise<boolean> => {
  const { affected } = await em.update(
    PaymentMethodEntity,
    { id: row.id, deletedAt: IsNull() },
    { deletedAt: now, modifiedAt: now, isDefault: false },
  );
  if (affected !== 1) return false;
  const left = (await listMethods(em, row)).filter((other) => isAt(other, row));
  const [next] = left;
  if (next && !left.some(({ isDefault }) => isDefault)) await makeDefault(em, now, next);
  return true;
};
