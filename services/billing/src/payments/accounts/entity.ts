/** Rows of payment accounts: a seller's own Stripe account. Keys are encrypted; an empty key has been deleted. */
import { column } from '@tessera/kit/database/data-source';
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { findRows } from '@tessera/kit/database/rows';
import { sql } from '@tessera/kit/database/sql';
import { type EntityManager, EntitySchema, IsNull, Not } from 'typeorm';

/**
 * `account` is Stripe's account id. `secretKey` and `webhookSecret` are encrypted. `disconnectedAt` set: takes no new
 * payments; its keys are kept while payments or refunds that it took are still pending.
 */
export type PaymentAccountRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  account: string;
  name: string | null;
  country: string | null;
  publishableKey: string;
  secretKey: string;
  webhookSecret: string;
  isTestMode: boolean;
  lastEventAt: Date | null;
  disconnectedAt: Date | null;
};

const optional = { nullable: true };

export const PaymentAccountEntity = new EntitySchema<PaymentAccountRow>({
  name: 'payment_account',
  tableName: 'payment_accounts',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', optional),
    organizationId: column.uuid('organization_id'),
    account: column.text('account'),
    name: column.text('name', optional),
    country: column.text('country', optional),
    publishableKey: column.text('publishable_key'),
    secretKey: column.text('secret_key'),
    webhookSecret: column.text('webhook_secret'),
    isTestMode: column.bool('is_test_mode'),
    lastEventAt: column.time('last_event_at', optional),
    disconnectedAt: column.time('disconnected_at', optional),
  },
});

/** Columns to re-encrypt when keys are rotated. */
export const encryptedKeys = {
  table: 'payment_accounts',
  columns: ['secret_key', 'webhook_secret'],
} as const;

/** Returns a connected account, or null. */
export const findAccount = (em: EntityManager, { id }: { id: string }): Promise<PaymentAccountRow | null> =>
  em.findOneBy(PaymentAccountEntity, { id, disconnectedAt: IsNull() });

/** Returns the connected accounts of organizations. */
export const findConnected = async (
  em: EntityManager,
  organizationIds: readonly string[],
): Promise<PaymentAccountRow[]> => [...(await readConnected(em, organizationIds)).values()];

const connected = 'WHERE r.organization_id = ANY($1::uuid[]) AND r.disconnected_at IS NULL';

const readConnected = readByIds(
  async (em, ids) =>
    new Map(
      (await findRows(em, PaymentAccountEntity, connected, [ids])).map((row) => [row.organizationId, row]),
    ),
);

/**
 * Returns an organization's account with its keys still kept, or null: the connected one, else the one disconnected
 * last.
 */
export const findUsable = async (
  em: EntityManager,
  { organizationId, account }: { organizationId: string; account: string },
): Promise<PaymentAccountRow | null> => {
  const [row] = await em.find(PaymentAccountEntity, {
    where: { organizationId, account, secretKey: Not('') },
    order: { disconnectedAt: { direction: 'DESC', nulls: 'FIRST' }, createdAt: 'DESC' },
    take: 1,
  });
  return row ?? null;
};

/** Returns all accounts of an organization whose keys are kept. */
export const listUsable = (em: EntityManager, organizationId: string): Promise<PaymentAccountRow[]> =>
  em.findBy(PaymentAccountEntity, { organizationId, secretKey: Not('') });

/** Records that events of an account arrive, at most once a minute. */
export const noteEvent = async (em: EntityManager, now: Date, id: string): Promise<void> => {
  await em.query(
    `UPDATE payment_accounts SET last_event_at = $2
     WHERE id = $1 AND (last_event_at IS NULL OR last_event_at < $2::timestamptz - interval '1 minute')`,
    [id, now],
  );
};

/** Deletes the keys of disconnected accounts without pending payments or refunds. Returns the number of accounts. */
export const deleteUnusedKeys = async (em: EntityManager): Promise<number> => {
  const rows = await sql<{ id: string }>(
    em,
    `UPDATE payment_accounts a SET secret_key = '', webhook_secret = ''
     WHERE a.disconnected_at IS NOT NULL AND a.secret_key <> ''
       AND NOT EXISTS (SELECT FROM payments p WHERE p.organization_id = a.organization_id AND p.account = a.account
         AND (p.status IN ('pending', 'requires_action', 'processing') OR p.refund_status = 'pending'))
       AND NOT EXISTS (SELECT FROM refunds r JOIN payments p ON p.id = r.payment_id
         WHERE r.status = 'pending' AND r.organization_id = a.organization_id AND p.account = a.account)
     RETURNING a.id`,
  );
  return rows.length;
};
