/** Rows of saved payment methods: cards that processors save for payments without the customer present. */
import { column } from '@tessera/kit/database/data-source';
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { findRows } from '@tessera/kit/database/rows';
import { type EntityManager, EntitySchema, IsNull } from 'typeorm';
import type { PaymentRow } from '../entity.ts';
import type { ProcessorName } from '../place.ts';

/**
 * `processorId` and `processorCustomerId` are the processor's ids of the method and its customer. Card details that a
 * processor does not report are null. One of a customer's methods at a place is the default. A card with a
 * `fingerprint` has one row per customer and place: `processorId` is the id under which it was saved last.
 */
export type PaymentMethodRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  customerId: string;
  processor: ProcessorName;
  account: string | null;
  processorId: string;
  processorCustomerId: string | null;
  brand: string | null;
  last4: string | null;
  expMonth: number | null;
  expYear: number | null;
  wallet: string | null;
  fingerprint: string | null;
  isDefault: boolean;
  /** When the customer was notified that the card is about to expire. */
  expiryToldAt: Date | null;
  deletedAt: Date | null;
};

const optional = { nullable: true };

export const PaymentMethodEntity = new EntitySchema<PaymentMethodRow>({
  name: 'payment_method',
  tableName: 'payment_methods',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', optional),
    organizationId: column.uuid('organization_id'),
    customerId: column.uuid('customer_id'),
    processor: column.text('processor'),
    account: column.text('account', optional),
    processorId: column.text('processor_id'),
    processorCustomerId: column.text('processor_customer_id', optional),
    brand: column.text('brand', optional),
    last4: column.text('last4', optional),
    expMonth: column.int('exp_month', optional),
    expYear: column.int('exp_year', optional),
    wallet: column.text('wallet', optional),
    fingerprint: column.text('fingerprint', optional),
    isDefault: column.bool('is_default'),
    expiryToldAt: column.time('expiry_told_at', optional),
    deletedAt: column.time('deleted_at', optional),
  },
});

/** Returns a method that has not been removed, or null. */
export const findMethod = async (
  em: EntityManager,
  { id }: { id: string },
): Promise<PaymentMethodRow | null> => (await readKept(em, [id])).get(id) ?? null;

const readKept = readByIds(
  async (em, ids) =>
    new Map(
      (
        await findRows(em, PaymentMethodEntity, 'WHERE r.id = ANY($1::uuid[]) AND r.deleted_at IS NULL', [
          ids,
        ])
      ).map((row) => [row.id, row]),
    ),
);

/** Returns the method that a payment saved, even if the same card has been saved again since; or null. */
export const findMethodOf = (
  em: EntityManager,
  { organizationId, processor, account, customerId, paymentMethodId, cardFingerprint }: PaymentRow,
): Promise<PaymentMethodRow | null> => {
  const at = { organizationId, processor, account: account ?? IsNull(), deletedAt: IsNull() };
  const same = { ...at, customerId: customerId ?? IsNull(), fingerprint: cardFingerprint ?? '' };
  return em.findOneBy(PaymentMethodEntity, [{ ...at, processorId: paymentMethodId ?? '' }, same]);
};

/** Returns the methods of a customer at all places: defaults first, then newest first. */
export const listMethods = async (
  em: EntityManager,
  { customerId }: { customerId: string },
): Promise<PaymentMethodRow[]> => (await readMethods(em, [customerId])).get(customerId) ?? [];

const readMethods = readByIds(async (em, customerIds) =>
  Map.groupBy(
    await findRows(
      em,
      PaymentMethodEntity,
      `WHERE r.customer_id = ANY($1::uuid[]) AND r.deleted_at IS NULL
       ORDER BY r.is_default DESC, r.created_at DESC, r.id DESC`,
      [customerIds],
    ),
    ({ customerId }) => customerId,
  ),
);
