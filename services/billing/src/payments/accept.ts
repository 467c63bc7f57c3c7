/** What the processor has made of a payment that was just asked for. */
import { hasCommitMark } from '@tessera/kit/commit-mark';
import { transact, wakeRelay } from '@tessera/kit/outbox';
import type { OutboxRow } from '@tessera/kit/outbox-row';
import { type Queryable, sql } from '@tessera/kit/sql';
import type { DataSource } from 'typeorm';
import type { PaymentRow } from './entity.ts';

type Acceptance = {
  id: string;
  changes: Pick<PaymentRow, 'status' | 'processorId' | 'intentClientSecret' | 'modifiedAt'> &
    Partial<PaymentRow>;
  event: OutboxRow;
};

/**
 * A pending payment is what the processor has made of it, and `event` tells so, in one round trip: it stands between the
 * customer's confirmation and its answer. Answers whether the payment was pending.
 */
export const acceptPayment = async (db: DataSource, acceptance: Acceptance): Promise<boolean> => {
  const { id, changes, event } = acceptance;
  const values = [
    ...[id, changes.status, changes.processorId, changes.intentClientSecret, changes.modifiedAt],
    ...[changes.processorCustomerId, changes.cardBrand, changes.cardLast4],
    ...[changes.cardExpMonth, changes.cardExpYear, changes.cardWallet],
    ...[event.id, event.subject, event.headers, event.body],
    changes.cardFingerprint,
  ];
  const write = (on: Queryable) => sql(on, acceptStatement, values);
  const written = await (hasCommitMark() ? transact(db, write) : write(db));
  if (written.length > 0) wakeRelay(db);
  return written.length > 0;
};

const acceptStatement = `WITH moved AS (
    UPDATE payments SET status = $2, processor_id = $3, intent_client_secret = $4, modified_at = $5,
      processor_customer_id = coalesce($6, processor_customer_id), card_brand = coalesce($7, card_brand),
      card_last4 = coalesce($8, card_last4), card_exp_month = coalesce($9, card_exp_month),
      card_exp_year = coalesce($10, card_exp_year), card_wallet = coalesce($11, card_wallet),
      card_fingerprint = coalesce($16, card_fingerprint)
    WHERE id = $1 AND status = 'pending' RETURNING id)
  INSERT INTO outbox (id, subject, headers, body)
  SELECT $12::uuid, $13::text, $14::jsonb, $15::bytea FROM moved RETURNING id`;
