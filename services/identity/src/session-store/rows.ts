/** Sessions in Postgres, the source of truth: named statements, because any request with a session may need them. */
import { changedRows, sql } from '@tessera/kit/database/sql';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { AuthSession, AuthUser } from '@tessera/proto/api/identity/session';
import { snakeCase } from '@tessera/proto/api/wire';
import type { EntityManager } from 'typeorm';
import type { Identity } from '../identity.ts';
import type { FieldValues, UserFields } from '../user-fields/fields.ts';

type Row = Record<string, unknown>;

const sessionKeys = Object.keys(AuthSession.shape);
const userKeys = Object.keys(AuthUser.shape);

const columnsOf = (table: string, keys: string[]): string =>
  keys.map((key) => `${table}.${snakeCase(key)} AS "${table}.${key}"`).join(', ');

const selectRecord = `SELECT ${columnsOf('sessions', [...sessionKeys, 'additional'])},
  ${columnsOf('users', [...userKeys, 'additional'])}
  FROM sessions JOIN users ON users.id = sessions.user_id WHERE sessions.token = $1`;

const pick = (table: string, keys: string[], row: Row): Row =>
  Object.fromEntries(keys.map((key) => [key, row[`${table}.${key}`]]));

const readRecord = (row: Row | undefined, fields: UserFields): SessionRecord | null =>
  row === undefined
    ? null
    : ({
        session: {
          ...pick('sessions', sessionKeys, row),
          ...fields.showSessionValues(row['sessions.additional'] as FieldValues),
        },
        user: {
          ...pick('users', userKeys, row),
          ...fields.showValues(row['users.additional'] as FieldValues),
        },
      } as SessionRecord);

/** Returns a session with its user, expired or not, or null. */
export const findRecord = async ({ db, fields }: Pick<Identity, 'db' | 'fields'>, token: string) =>
  readRecord((await sql<Row>(db, selectRecord, [token]))[0], fields);

/**
 * The same with share locks on both rows until the transaction ends. Locks the user first, as everything that ends a
 * user's sessions does; the other order could deadlock.
 */
export const shareRecord = async (em: EntityManager, token: string, fields: UserFields) =>
  readRecord(
    (await sql<Row>(em, `${selectRecord} FOR SHARE OF users FOR SHARE OF sessions`, [token]))[0],
    fields,
  );

/** Inserts a session. */
export const insertSession = async (
  em: EntityManager,
  session: AuthSession,
  additional: FieldValues,
): Promise<void> => {
  await em.query(
    `INSERT INTO sessions (${sessionKeys.map(snakeCase).join(', ')}, additional)
     VALUES (${sessionKeys.map((_, index) => `$${index + 1}`).join(', ')}, $${sessionKeys.length + 1})`,
    [...sessionKeys.map((key) => (session as Row)[key]), JSON.stringify(additional)],
  );
};

/** Extends a session that is live at `now`. Returns whether there was one. */
export const extendSession = async (
  em: EntityManager,
  token: string,
  times: { expiresAt: Date; now: Date },
): Promise<boolean> => {
  const count = await changedRows(
    em,
    'UPDATE sessions SET expires_at = $2 WHERE token = $1 AND expires_at > $3',
    [token, times.expiresAt, times.now],
  );
  return count > 0;
};

/** Sets the active organization of a session that is live at `now`. Returns its token, or null. */
export const activateOrganization = async (
  em: EntityManager,
  sessionId: string,
  change: { organizationId: string | null; now: Date },
): Promise<string | null> => {
  const rows = await sql<{ token: string }>(
    em,
    `UPDATE sessions SET active_organization_id = $2 WHERE id = $1 AND expires_at > $3 RETURNING token`,
    [sessionId, change.organizationId, change.now],
  );
  return rows[0]?.token ?? null;
};

/**
 * Clears an organization from the sessions of a user (null: of all users) where it is active. Returns their tokens.
 */
export const deactivateOrganization = async (
  em: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string | null },
): Promise<string[]> => {
  const rows = await sql<{ token: string }>(
    em,
    `UPDATE sessions SET active_organization_id = NULL
     WHERE active_organization_id = $1 AND ($2::uuid IS NULL OR user_id = $2) RETURNING token`,
    [organizationId, userId],
  );
  return rows.map(({ token }) => token);
};

/** The data of a deleted session. */
export type EndedSession = { id: string; userId: string; token: string };

const returning = 'RETURNING id, user_id AS "userId", token';

/** Deletes a session; with `expiredAt` only if it had expired by then. */
export const deleteSession = async (
  em: EntityManager,
  token: string,
  expiredAt?: Date,
): Promise<EndedSession[]> => {
  const rows = await sql<EndedSession>(
    em,
    `DELETE FROM sessions WHERE token = $1 AND ($2::timestamptz IS NULL OR expires_at <= $2) ${returning}`,
    [token, expiredAt ?? null],
  );
  return rows;
};

/** Deletes at most `limit` sessions that have expired by `now`, skipping locked ones. */
export const deleteExpired = async (em: EntityManager, now: Date, limit: number): Promise<EndedSession[]> => {
  const rows = await sql<EndedSession>(
    em,
    `DELETE FROM sessions WHERE id = ANY(ARRAY(
       SELECT id FROM sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED
     )) ${returning}`,
    [now, limit],
  );
  return rows;
};

/** Returns the tokens of all sessions of a user. */
export const listTokens = async (em: EntityManager, userId: string): Promise<string[]> =>
  (await sql<{ token: string }>(em, 'SELECT token FROM sessions WHERE user_id = $1', [userId])).map(
    ({ token }) => token,
  );

/**
 * Deletes sessions of a user: all, all but `token`, or only those that expire after `now`; and also the impersonation
 * sessions that the user has opened, which must not outlive them.
 */
export const deleteUserSessions = async (
  em: EntityManager,
  userId: string,
  except: { token?: string; now?: Date },
): Promise<EndedSession[]> => {
  const rows = await sql<EndedSession>(
    em,
    `DELETE FROM sessions WHERE (user_id = $1 OR impersonated_by = $4) AND ($2::text IS NULL OR token <> $2)
       AND ($3::timestamptz IS NULL OR expires_at > $3) ${returning}`,
    [userId, except.token ?? null, except.now ?? null, userId],
  );
  return rows;
};

/** Deletes the impersonation sessions that an administrator has opened. */
export const deleteImpersonations = async (em: EntityManager, adminId: string): Promise<EndedSession[]> =>
  sql<EndedSession>(em, `DELETE FROM sessions WHERE impersonated_by = $1 ${returning}`, [adminId]);

/** Whether a session exists, expired or not. */
export const hasSession = async (em: EntityManager, id: string): Promise<boolean> =>
  (await sql(em, 'SELECT 1 FROM sessions WHERE id = $1', [id])).length > 0;

/**
 * Lists sessions of a user by creation time, at most `limit`; with `now` only live ones that are not impersonated.
 */
export const listSessions = async (
  { db, fields }: Pick<Identity, 'db' | 'fields'>,
  userId: string,
  wanted: { limit: number; now?: Date },
): Promise<AuthSession[]> => {
  const rows = await sql<AuthSession & { additional: FieldValues }>(
    db,
    `SELECT ${[...sessionKeys, 'additional'].map((key) => `${snakeCase(key)} AS "${key}"`).join(', ')} FROM sessions
     WHERE user_id = $1 AND ($2::timestamptz IS NULL OR (expires_at > $2 AND impersonated_by IS NULL))
     ORDER BY created_at, id LIMIT $3`,
    [userId, wanted.now ?? null, wanted.limit],
  );
  return rows.map(({ additional, ...session }) => ({ ...session, ...fields.showSessionValues(additional) }));
};
