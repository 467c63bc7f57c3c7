/**
 * The devices that an account was signed in from: browser and system, or the name of a program. A user is told of a
 * sign-in from another one.
 */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { sql } from '@tessera/kit/database/sql';
import { emit } from '@tessera/kit/events/outbox';
import type { AuthSession } from '@tessera/proto/api/identity/session';
import { readUserAgent } from '@tessera/proto/api/identity/user-agent';
import { newDeviceSignedIn } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { mailLanguage } from '../http/client.ts';

/** Names of browser and system; empty: unknown. */
type Device = { browser: string; system: string };

/** Programs are known by their first word, which holds nothing that a mail program would make a link of. */
const deviceOf = (userAgent: string): Device => {
  const { browser, system = '' } = readUserAgent(userAgent);
  return { browser: browser ?? /^[\w-]{1,40}/.exec(userAgent)?.[0] ?? '', system };
};

const isSame = (left: Device, right: Device): boolean =>
  left.browser === right.browser && left.system === right.system;

type Opened = Pick<AuthSession, 'id' | 'userId' | 'userAgent' | 'ipAddress' | 'createdAt'>;

/**
 * Remembers the device of a session and emits the event if it is a new one. The first device is not: it is that of
 * the sign-up. The caller holds the lock of the user, so that of two sign-ins one finds what the other remembered.
 */
export const meetDevice = async (em: EntityManager, session: Opened): Promise<void> => {
  const { userId, createdAt } = session;
  const device = deviceOf(session.userAgent ?? '');
  const [met] = await sql<{ isNew: boolean; hasOthers: boolean }>(
    em,
    `WITH known AS (SELECT FROM known_devices WHERE user_id = $1 LIMIT 1)
     INSERT INTO known_devices (user_id, browser, system, seen_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, browser, system) DO UPDATE SET seen_at = excluded.seen_at
     RETURNING xmax = 0 AS "isNew", EXISTS (SELECT FROM known) AS "hasOthers"`,
    [userId, device.browser, device.system, createdAt],
  );
  if (!met?.isNew || !(met.hasOthers || (await isUnlikeOpenSessions(em, session, device)))) return;
  await forgetOldest(em, userId);
  await emit(em, newDeviceSignedIn, {
    userId,
    ...device,
    ipAddress: session.ipAddress ?? '',
    signedInAt: timestampFromDate(createdAt),
    language: mailLanguage(),
  });
};

/** Accounts from before devices were remembered are known by their sessions. */
const isUnlikeOpenSessions = async (em: EntityManager, { id, userId }: Opened, device: Device) => {
  const sessions = await sql<{ userAgent: string | null }>(
    em,
    `SELECT DISTINCT user_agent AS "userAgent" FROM sessions
     WHERE user_id = $1 AND id <> $2 AND impersonated_by IS NULL`,
    [userId, id],
  );
  const devices = sessions.map(({ userAgent }) => deviceOf(userAgent ?? ''));
  return devices.length > 0 && !devices.some((other) => isSame(other, device));
};

/** A program may call itself anything: more than these are not kept. */
const most = 100;

const forgetOldest = (em: EntityManager, userId: string) =>
  em.query(
    `DELETE FROM known_devices WHERE (user_id, browser, system) IN (
       SELECT user_id, browser, system FROM known_devices WHERE user_id = $1 ORDER BY seen_at DESC OFFSET $2)`,
    [userId, most],
  );
