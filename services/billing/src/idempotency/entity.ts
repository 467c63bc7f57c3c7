/** Rows of idempotency keys: claimed, marked, replied to, released, purged. */
import { changedRows, type Queryable, sql } from '@tessera/kit/database/sql';

/** Seconds (machine's time) after which a request without a reply counts as interrupted. */
const leaseSeconds = 60;

/** A claimed key: the request that this process executes. */
export type Claim = { id: string; leaseId: string };

/** A key that was used before. `status` null: in flight, or interrupted after it had taken effect (`isCutOff`). */
export type Known = { fingerprint: string; status: number | null; reply: Buffer | null; isCutOff: boolean };

/** Claims a key that is unused, expired, or whose request was interrupted before it had an effect; else null. */
export const claimKey = async (
  db: Queryable,
  key: { id: string; fingerprint: string; now: Date; expiresAt: Date },
): Promise<Claim | null> => {
  const [row] = await sql<{ lease_id: string }>(
    db,
    `INSERT INTO idempotency_keys AS known (id, fingerprint, lease_id, leased_until, expires_at)
     VALUES ($1, $2, gen_random_uuid(), now() + make_interval(secs => ${leaseSeconds}), $3)
     ON CONFLICT (id) DO UPDATE
     SET fingerprint = excluded.fingerprint, lease_id = excluded.lease_id, leased_until = excluded.leased_until,
         expires_at = excluded.expires_at, has_effect = false, status = NULL, reply = NULL
     WHERE known.expires_at <= $4
       OR (known.status IS NULL AND NOT known.has_effect AND known.leased_until < now()
           AND known.fingerprint = excluded.fingerprint)
     RETURNING lease_id`,
    [key.id, key.fingerprint, key.expiresAt, key.now],
  );
  return row ? { id: key.id, leaseId: row.lease_id } : null;
};

export const findKey = async (db: Queryable, id: string): Promise<Known | null> => {
  const [row] = await sql<Known>(
    db,
    `SELECT fingerprint, status, reply, status IS NULL AND has_effect AND leased_until < now() AS "isCutOff"
     FROM idempotency_keys WHERE id = $1`,
    [id],
  );
  return row ?? null;
};

/** Marks, in a request's transaction, that it takes effect. False: another process has claimed the key since. */
export const markEffect = async (em: Queryable, { id, leaseId }: Claim): Promise<boolean> =>
  (await changedRows(em, 'UPDATE idempotency_keys SET has_effect = true WHERE id = $1 AND lease_id = $2', [
    id,
    leaseId,
  ])) > 0;

/** Stores the reply of a request. */
export const keepReply = (
  db: Queryable,
  { id, leaseId }: Claim,
  { status, reply }: { status: number; reply: Buffer },
): Promise<unknown> =>
  db.query('UPDATE idempotency_keys SET status = $3, reply = $4 WHERE id = $1 AND lease_id = $2', [
    id,
    leaseId,
    status,
    reply,
  ]);

/** Releases a key whose request had no effect; otherwise the key stays, as interrupted. */
export const releaseKey = async (db: Queryable, { id, leaseId }: Claim): Promise<void> => {
  await db.query('DELETE FROM idempotency_keys WHERE id = $1 AND lease_id = $2 AND NOT has_effect', [
    id,
    leaseId,
  ]);
  await db.query('UPDATE idempotency_keys SET leased_until = now() WHERE id = $1 AND lease_id = $2', [
    id,
    leaseId,
  ]);
};

const forgottenAtOnce = 5_000;

/** Deletes keys that have expired, in batches. */
export const purgeKeys = async (db: Queryable, now: Date): Promise<void> => {
  for (let count = forgottenAtOnce; count === forgottenAtOnce; )
    count = await changedRows(
      db,
      `DELETE FROM idempotency_keys WHERE id = ANY(ARRAY(
         SELECT id FROM idempotency_keys WHERE expires_at <= $1 LIMIT ${forgottenAtOnce} FOR UPDATE SKIP LOCKED))`,
      [now],
    );
};
