/** OAuth states, stored on the server: opaque, single-use, valid for ten minutes. */
import { createHash } from 'node:crypto';
import { sql } from '@tessera/kit/database/sql';
import { randomText, sha256 } from '@tessera/kit/secrets';
import type { EntityManager } from 'typeorm';
import type { PlatformName } from '../../platforms/platform.ts';

/** Lifetime of a state. */
export const stateSeconds = 600;

/** Exactly one of `customerId` and `userId` is set. */
export type Departure = {
  platform: PlatformName;
  organizationId: string;
  customerId: string | null;
  userId: string | null;
  returnTo: string;
  /** The customer's browser, which alone may return; null: the user's session decides. */
  browser: string | null;
};

/** A state that was taken: with the verifier (PKCE), and the hash of the browser. */
export type Returned = Omit<Departure, 'browser'> & { browserHash: string | null; verifier: string };

/** Stores a new state. `challenge` belongs to the stored verifier (PKCE, S256). */
export const writeState = async (
  em: EntityManager,
  now: Date,
  { platform, organizationId, customerId, userId, returnTo, browser }: Departure,
): Promise<{ state: string; challenge: string }> => {
  const [state, verifier] = [randomText(32), randomText(128)];
  await em.query('DELETE FROM oauth_states WHERE expires_at <= $1', [now]);
  await em.query(
    `INSERT INTO oauth_states (state_hash, expires_at, platform, organization_id, customer_id, user_id, verifier,
       return_to, browser_hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      sha256(state),
      new Date(now.getTime() + stateSeconds * 1000),
      platform,
      organizationId,
      customerId,
      userId,
      verifier,
      returnTo,
      browser === null ? null : sha256(browser),
    ],
  );
  return { state, challenge: createHash('sha256').update(verifier).digest('base64url') };
};

/** Consumes a state. Returns null when it is unknown, used or expired. */
export const takeState = async (
  em: EntityManager,
  now: Date,
  state: string | undefined,
): Promise<Returned | null> => {
  const [row] = await sql<Returned>(
    em,
    `DELETE FROM oauth_states WHERE state_hash = $1 AND expires_at > $2
     RETURNING platform, organization_id AS "organizationId", customer_id AS "customerId", user_id AS "userId",
       verifier, return_to AS "returnTo", browser_hash AS "browserHash"`,
    [sha256(state ?? ''), now],
  );
  return row ?? null;
};
