/** Rows of requests that carry a key: claimed, marked, answered, let go of, forgotten. */
import { changedRows, type Queryable, sql } from '@tessera/kit/sql';

/** Seconds (machine's time) after which a request that was not answered is taken to have been cut off. */
const leaseSeconds = 60;

/** A request that this process carries out. */
export type Claim = { id: string; leaseId: string };

/** What is known of a key that somebody else used before. `status` null: under way, or cut off after it took effect. */
export type Known = { fingerprint: string; status: number | null; reply: Buffer | null; isCutOff: boolean };

/** Takes a key that is free, or whose request was cut off before it changed anything. Null: it is not to be had. */
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

/** Notes in a request's own transaction that it takes effect. False: somebody else has the key by now. */
export const markEffect = async (em: Queryable, { id, leaseId }: Claim): Promise<boolean> =>
  (await changedRows(em, 'UPDATE idempotency_keys SET has_effect = true WHERE id = $1 AND lease_id = $2', [
    id,
    leaseId,
  ])) > 0;

/** Keeps the answer of a request. */
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

/** Lets go of a key whose request came to nothing; one that has taken effect stays, as cut off. */
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

/** Forgets what is older than a day. */
export const purgeKeys = async (db: Queryable, now: Date): Promise<void> => {
  for (let count = forgottenAtOnce; count === forgottenAtOnce; )
    count = await changedRows(
      db,
      `DELETE FROM idempotency_keys WHERE id IN (
         SELECT id FROM idempotency_keys WHERE expires_at <= $1 LIMIT ${forgottenAtOnce} FOR UPDATE SKIP LOCKED)`,
      [now],
    );
};
