/** Sessions in Postgres, the truth: named statements, because every request with a session may come here. */

import { changedRows, sql } from '@tessera/kit/sql';
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

/** A session with its user, expired or not. */
export const findRecord = async ({ db, fields }: Pick<Identity, 'db' | 'fields'>, token: string) =>
  readRecord((await sql<Row>(db, selectRecord, [token]))[0], fields);

/**
 * The same; until the transaction ends nobody can change or delete session or user. The user is locked first, as by
 * everyone who ends a user's sessions: the other way round the two would wait for each other.
 */
export const shareRecord = async (em: EntityManager, token: string, fields: UserFields) =>
  readRecord(
    (await sql<Row>(em, `${selectRecord} FOR SHARE OF users FOR SHARE OF sessions`, [token]))[0],
    fields,
  );

/** Adds a session. */
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

/** Moves the expiry of a session that is live at `now`. Answers whether there was one. */
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

/** Sets the active organization of a session that is live at `now`. Answers its token, or null. */
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

/** Takes an organization from the sessions of a user (null: of everyone) that have it active. Answers their tokens. */
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

/** What is left of a session after its row is gone. */
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

/** Deletes at most `limit` sessions that have expired by `now`, leaving those that someone else is working on. */
export const deleteExpired = async (em: EntityManager, now: Date, limit: number): Promise<EndedSession[]> => {
  const rows = await sql<EndedSession>(
    em,
    `DELETE FROM sessions WHERE id IN (
       SELECT id FROM sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED
     ) ${returning}`,
    [now, limit],
  );
  return rows;
};

/** Tokens of all sessions of a user. */
export const listTokens = async (em: EntityManager, userId: string): Promise<string[]> =>
  (await sql<{ token: string }>(em, 'SELECT token FROM sessions WHERE user_id = $1', [userId])).map(
    ({ token }) => token,
  );

/**
 * Deletes sessions of a user: all, or all but `token`, or only those that live beyond `now`; and with them those in which
 * they are somebody else, which would go on in hands that have just been shown out.
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

/** Deletes the sessions in which someone is somebody else. */
export const deleteImpersonations = async (em: EntityManager, adminId: string): Promise<EndedSession[]> =>
  sql<EndedSession>(em, `DELETE FROM sessions WHERE impersonated_by = $1 ${returning}`, [adminId]);

/** Whether a session is there, expired or not. */
export const hasSession = async (em: EntityManager, id: string): Promise<boolean> =>
  (await sql(em, 'SELECT 1 FROM sessions WHERE id = $1', [id])).length > 0;

/** Sessions of a user in the order of their creation, at most `limit`; with `now` only live and own ones. */
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
