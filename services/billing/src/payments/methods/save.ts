/** Saves methods, makes them the default, and removes them: steps of a transaction. */
import { insertRowsIfNew } from '@tessera/kit/database/rows';
import { sql } from '@tessera/kit/database/sql';
import { type EntityManager, IsNull } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { PaymentRow } from '../entity.ts';
import { type PaymentPlace, placeOf } from '../place.ts';
import { listMethods, PaymentMethodEntity, type PaymentMethodRow } from './entity.ts';

/**
 * Saves the method of a payment, as the customer's default unless `isDefault` is false; the first one always is. A
 * card that is saved already is charged under its newest id from now on. Idempotent. The caller holds the lock of the
 * customer.
 */
export const saveMethod = async (
  em: EntityManager,
  now: Date,
  payment: PaymentRow & { customerId: string },
  { isDefault = true }: { isDefault?: boolean } = {},
): Promise<void> => {
  const { paymentMethodId: processorId, customerId } = payment;
  if (processorId === null || !payment.keepsMethod) return;
  const { organizationId, processor, account } = placeOf(payment);
  if (isDefault)
    await em.query(
      `UPDATE payment_methods SET is_default = false, modified_at = $1
       WHERE customer_id = $2 AND processor = $3 AND account IS NOT DISTINCT FROM $4 AND is_default AND deleted_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM payment_methods known
           WHERE known.organization_id = $5 AND known.processor = $3 AND known.processor_id = $6)`,
      [now, customerId, processor, account, organizationId, processorId],
    );
  if (await saveAgain(em, now, payment, isDefault)) return;
  await em.query(
    `INSERT INTO payment_methods (id, created_at, organization_id, customer_id, processor, account, processor_id,
       processor_customer_id, brand, last4, exp_month, exp_year, wallet, fingerprint, is_default)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $15, $14 OR NOT EXISTS (
       SELECT 1 FROM payment_methods other WHERE other.customer_id = $4 AND other.processor = $5
         AND other.account IS NOT DISTINCT FROM $6 AND other.deleted_at IS NULL)
     ON CONFLICT (organization_id, processor, processor_id) DO NOTHING`,
    [
      uuidv7(),
      now,
      organizationId,
      customerId,
      processor,
      account,
      processorId,
      payment.processorCustomerId,
      payment.cardBrand,
      payment.cardLast4,
      payment.cardExpMonth,
      payment.cardExpYear,
      payment.cardWallet,
      isDefault,
      payment.cardFingerprint,
    ],
  );
};

/**
 * Saves the first cards of customers who were created in this transaction, in one statement: none of them can have
 * another method or the same card already.
 */
export const saveFirstMethods = async (
  em: EntityManager,
  first: readonly { payment: PaymentRow & { customerId: string }; now: Date }[],
): Promise<void> => {
  const rows = first.flatMap(({ payment, now }): PaymentMethodRow[] => {
    const { paymentMethodId: processorId, customerId } = payment;
    if (processorId === null || !payment.keepsMethod) return [];
    const { organizationId, processor, account } = placeOf(payment);
    return [
      {
        id: uuidv7(),
        createdAt: now,
        modifiedAt: null,
        organizationId,
        customerId,
        processor,
        account,
        processorId,
        processorCustomerId: payment.processorCustomerId,
        brand: payment.cardBrand,
        last4: payment.cardLast4,
        expMonth: payment.cardExpMonth,
        expYear: payment.cardExpYear,
        wallet: payment.cardWallet,
        fingerprint: payment.cardFingerprint,
        isDefault: true,
        expiryToldAt: null,
        deletedAt: null,
      },
    ];
  });
  await insertRowsIfNew(em, PaymentMethodEntity, rows);
};

/** Returns whether the customer had already saved the card at this place. */
const saveAgain = async (
  em: EntityManager,
  now: Date,
  payment: PaymentRow & { customerId: string },
  isDefault: boolean,
): Promise<boolean> => {
  if (payment.cardFingerprint === null) return false;
  const known = await sql(
    em,
    `UPDATE payment_methods SET processor_id = $5, processor_customer_id = $6, exp_month = $7, exp_year = $8,
       wallet = $9, is_default = is_default OR $10, modified_at = $11,
       expiry_told_at = CASE WHEN (exp_month, exp_year) IS DISTINCT FROM ($7, $8) THEN NULL ELSE expiry_told_at END
     WHERE customer_id = $1 AND processor = $2 AND account IS NOT DISTINCT FROM $3 AND fingerprint = $4
       AND deleted_at IS NULL AND processor_id <> $5 RETURNING id`,
    [
      ...[payment.customerId, payment.processor, payment.account, payment.cardFingerprint],
      ...[payment.paymentMethodId, payment.processorCustomerId],
      ...[payment.cardExpMonth, payment.cardExpYear, payment.cardWallet],
      ...[isDefault, now],
    ],
  );
  return known.length > 0;
};

/** Returns whether a method is saved at a place. */
export const isAt = (row: PaymentMethodRow, place: PaymentPlace): boolean =>
  row.processor === place.processor && row.account === place.account;

/** Makes a method the default for later payments. */
export const makeDefault = async (em: EntityManager, now: Date, row: PaymentMethodRow): Promise<void> => {
  const { customerId, processor, account } = row;
  const past = { customerId, processor, account: account ?? IsNull(), isDefault: true, deletedAt: IsNull() };
  await em.update(PaymentMethodEntity, past, { isDefault: false, modifiedAt: now });
  await em.update(
    PaymentMethodEntity,
    { id: row.id, deletedAt: IsNull() },
    { isDefault: true, modifiedAt: now },
  );
  await confirmDefault(em, now, customerId);
};

/** Removes a method; the newest other one at its place becomes the default. Returns whether it was still there. */
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
  else await confirmDefault(em, now, row.customerId);
  return true;
};

/** Removes all methods of a deleted customer. Returns them, for their processors to detach. */
export const deleteMethods = async (
  em: EntityManager,
  now: Date,
  customerId: string,
): Promise<PaymentMethodRow[]> => {
  const rows = await listMethods(em, { customerId });
  const kept = { customerId, deletedAt: IsNull() };
  await em.update(PaymentMethodEntity, kept, { deletedAt: now, modifiedAt: now, isDefault: false });
  return rows;
};

/** Records that the authenticated customer chose the default method for all of their subscriptions. */
export const confirmDefault = async (em: EntityManager, now: Date, customerId: string): Promise<void> => {
  await em.query(
    'UPDATE payment_methods SET chosen_at = $1 WHERE customer_id = $2 AND is_default AND deleted_at IS NULL',
    [now, customerId],
  );
};
