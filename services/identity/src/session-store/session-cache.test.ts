/** Copies in Redis follow the rows, whatever happens in between. */
import { transact } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import { SessionRecord } from '@tessera/proto/api/asks';
import { sessionKey } from '@tessera/proto/api/cache-keys';
import { readReply } from '@tessera/proto/api/wire';
import { createClient } from 'redis';
import { createBrowser } from '../../test/browser.ts';
import { type IdentityStack, person, startIdentity } from '../../test/factories.ts';
import type { Identity } from '../identity.ts';
import { setActiveOrganization } from '../sessions/active-organization.ts';
import { findLiveSession } from '../sessions/current.ts';
import { endSession } from '../sessions/end.ts';
import { enqueueCacheSync, syncCachedSession } from './cache-sync.ts';
import { deleteSession } from './rows.ts';

let started: IdentityStack;
let redis: Awaited<ReturnType<typeof connect>>;

const connect = async (url: string) => {
  const client = createClient({ url });
  await client.connect();
  return client;
};

beforeAll(async () => {
  started = await startIdentity();
  redis = await connect(started.stack.redisUrl);
});
afterAll(async () => {
  redis.destroy();
  await started.stop();
});

const signedIn = async (base = started.base) => {
  const browser = createBrowser(base);
  const { body } = await browser.send('POST', '/sign-up/email', { body: person() });
  browser.cookies.delete('tessera.session_data');
  return { browser, token: body.token as string };
};

const copyOf = async (token: string) => {
  const text = await redis.get(sessionKey(token));
  return text === null ? null : readReply(SessionRecord, JSON.parse(text), 'camel');
};
const notes = async () =>
  (await started.stack.db.query('SELECT token FROM session_copy_jobs')) as { token: string }[];
const organizationId = '0193a0f2-0000-7000-8000-000000000001';

/** A signal that a test gives by hand. */
const gate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

/** The same identity, whose writes to Redis wait until they are let through. */
const slowed = () => {
  const [reached, released] = [gate(), gate()];
  const identity: Identity = {
    ...started.identity,
    sessionCache: {
      ...started.identity.sessionCache,
      write: async (...write) => {
        reached.open();
        await released.opened;
        return started.identity.sessionCache.write(...write);
      },
    },
  };
  return { identity, reached: reached.opened, release: released.open };
};

describe('the copy of a session', () => {
  it('is there when the sign-in is answered, in full, and lasts as long as the session', async () => {
    const { token } = await signedIn();
    const copy = await copyOf(token);
    expect(copy).toEqual(await findLiveSession(started.identity, token));
    expect(copy?.session.expiresAt).toBeInstanceOf(Date);
    expect(Math.round((await redis.pTTL(sessionKey(token))) / 10_000)).toBe(60_480);
  });

  it('is gone when the sign-out is answered', async () => {
    const { browser, token } = await signedIn();
    await browser.send('POST', '/sign-out');
    expect(await copyOf(token)).toBeNull();
    expect(await notes()).toEqual([]);
  });

  it('is made anew from the row when Redis has forgotten it', async () => {
    const { token } = await signedIn();
    const copy = await copyOf(token);
    await redis.flushAll();
    await findLiveSession(started.identity, token);
    expect(await copyOf(token)).toEqual(copy);
  });

  it('is taken for none when it is not a session record', async () => {
    const { browser, token } = await signedIn();
    await redis.set(sessionKey(token), '{"session":{}}');
    expect((await browser.send('GET', '/get-session')).body.session.token).toBe(token);
  });

  it('is not brought back by someone who read the row before it was deleted', async () => {
    const { token } = await signedIn();
    const warming = slowed();
    const warmed = syncCachedSession(warming.identity, token);
    await warming.reached;
    const ended = endSession(started.identity, token);
    // The deletion has to wait for the writer that read first: that order is what keeps the copy away.
    await eventually(async () => {
      const [row] = await started.stack.db.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(row.waiting).toBe(1);
    });
    warming.release();
    await Promise.all([warmed, ended]);
    expect(await copyOf(token)).toBeNull();
  });

  it('shows the last change, whoever writes it last', async () => {
    const { token } = await signedIn();
    const session = await findLiveSession(started.identity, token);
    const sessionId = session?.session.id ?? '';
    const warming = slowed();
    const warmed = syncCachedSession(warming.identity, token);
    await warming.reached;
    const changed = setActiveOrganization(started.identity, { sessionId, organizationId, cookie: '' });
    warming.release();
    await Promise.all([warmed, changed]);
    expect((await copyOf(token))?.session.activeOrganizationId).toBe(organizationId);
  });

  it('follows many writers at once, and never outlives its session', async () => {
    const { token } = await signedIn();
    const sessionId = (await findLiveSession(started.identity, token))?.session.id ?? '';
    const change = (id: string | null) =>
      setActiveOrganization(started.identity, { sessionId, organizationId: id, cookie: '' });
    const warm = () => syncCachedSession(started.identity, token);
    await Promise.all([
      warm(),
      change(organizationId),
      warm(),
      change(null),
      warm(),
      change(organizationId),
      warm(),
    ]);
    const { session } = (await findLiveSession(started.identity, token)) ?? {};
    const [row] = await started.stack.db.query(
      'SELECT active_organization_id FROM sessions WHERE token = $1',
      [token],
    );
    expect(session?.activeOrganizationId).toBe(row.active_organization_id);
    await Promise.all([warm(), endSession(started.identity, token), warm(), change(null), warm()]);
    expect(await copyOf(token)).toBeNull();
  });

  it('is healed when the process dies between commit and deletion', async () => {
    const { token } = await signedIn();
    await transact(started.stack.db, async (em) => {
      await enqueueCacheSync(em, [token]);
      await deleteSession(em, token);
    });
    expect(await copyOf(token)).not.toBeNull();
    await eventually(async () => expect(await copyOf(token)).toBeNull());
    await eventually(async () => expect(await notes()).toEqual([]));
  });

  it('is looked at again when Redis was asked and did not answer', async () => {
    const { token } = await signedIn();
    const { sessionCache } = started.identity;
    const deaf: Identity = {
      ...started.identity,
      sessionCache: { ...sessionCache, write: async () => 'unsure' },
    };
    await redis.del(sessionKey(token));
    await syncCachedSession(deaf, token);
    await eventually(async () => expect(await copyOf(token)).not.toBeNull());
  });
});
