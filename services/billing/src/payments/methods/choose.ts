/** Chooses the payment method of a customer's later payments. */
import { type EntityManager, IsNull, Not } from 'typeorm';
import { findKeptBefore, type PaymentRow } from '../entity.ts';
import { type PaymentPlace, placeOf } from '../place.ts';
import type { Card, Payments } from '../processor.ts';
import { findMethod, listMethods, PaymentMethodEntity, type PaymentMethodRow } from './entity.ts';
import { isAt } from './save.ts';

/** A payment method to charge: its place, the processor's ids of the method and its customer, and the card. */
export type PayableMethod = {
  place: PaymentPlace;
  methodId: string;
  processorCustomerId: string | null;
  card: Card | undefined;
};

/** A saved method, and the payment that saved it where no row of the method does. */
type Saved = { methodId: string | null; paymentId: string | null };

/** Returns a saved method to charge. Null: it is not saved, or its place cannot be reached any more. */
export const findSavedMethod = async (
  payments: Pick<Payments, 'stateOf'>,
  em: EntityManager,
  { customerId, methodId, paymentId }: Saved & { customerId: string },
): Promise<PayableMethod | null> => {
  const row = methodId && (await findMethod(em, { id: methodId }));
  if (row) return (await payments.stateOf(em, placeOf(row))) === 'gone' ? null : payable(row);
  return findUnlisted(em, customerId, ({ id }) => id === paymentId);
};

export type Payer = { customerId: string; organizationId: string };

/**
 * Returns the method for a customer's next payment: the default at the organization's current place, else the newest
 * default at another place that is still reachable. Null: no method is saved.
 */
export const findDefaultMethod = async (
  payments: Pick<Payments, 'placeOf' | 'stateOf'>,
  em: EntityManager,
  { customerId, organizationId }: Payer,
): Promise<PayableMethod | null> => {
  const chosen = await payments.placeOf(em, organizationId);
  const rows = await listMethods(em, { customerId });
  const here = rows.find((row) => isAt(row, chosen));
  if (here) return payable(here);
  for (const row of rows) if ((await payments.stateOf(em, placeOf(row))) !== 'gone') return payable(row);
  return findUnlisted(em, customerId);
};

/** Returns the processor's id of a customer who has saved a card at a place, or null. */
export const findProcessorCustomer = async (
  em: EntityManager,
  { customerId, place: { processor, account } }: { customerId: string; place: PaymentPlace },
): Promise<string | null> => {
  const row = await em.findOne(PaymentMethodEntity, {
    where: {
      customerId,
      processor,
      account: account ?? IsNull(),
      processorCustomerId: Not(IsNull()),
    },
    order: { createdAt: 'DESC' },
  });
  return row?.processorCustomerId ?? null;
};

const payable = (row: PaymentMethodRow): PayableMethod => ({
  place: placeOf(row),
  methodId: row.processorId,
  processorCustomerId: row.processorCustomerId,
  card: cardOf(row),
});

const cardOf = ({ brand, last4, expMonth, expYear, wallet }: PaymentMethodRow): Card | undefined =>
  brand !== null && last4 !== null
    ? {
        brand,
        last4,
        expMonth: expMonth ?? undefined,
        expYear: expYear ?? undefined,
        wallet: wallet ?? undefined,
      }
    : undefined;

/** Finds a method that a replica of the previous release has saved, which writes it to the payment only. */
const findUnlisted = async (
  em: EntityManager,
  customerId: string,
  isMeant: (payment: PaymentRow) => boolean = () => true,
): Promise<PayableMethod | null> => {
  const payments = (await findKeptBefore(em, customerId)).filter(isMeant);
  if (payments.length === 0) return null;
  // Includes removed methods. A card that was saved several times is recognized by its last id and its fingerprint.
  const known = await em.findBy(PaymentMethodEntity, { customerId });
  const payment = payments.find(
    (row) =>
      !known.some(
        ({ processorId, fingerprint }) =>
          processorId === row.paymentMethodId ||
          (fingerprint !== null && fingerprint === row.cardFingerprint),
      ),
  );
  if (!payment?.paymentMethodId) return null;
  const { paymentMethodId: methodId, processorCustomerId, cardBrand: brand, cardLast4: last4 } = payment;
  return {
    place: placeOf(payment),
    methodId,
    processorCustomerId,
    card: brand && last4 ? { brand, last4 } : undefined,
  };
};
