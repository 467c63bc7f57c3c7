/** Starts identity for tests, and creates sign-up bodies. */
import { startRelay } from '@tessera/kit/events/relay';
import type { Mail } from '@tessera/kit/mail/mailer';
import { createVault } from '@tessera/kit/secrets';
import { eventually } from '@tessera/kit/test/eventually';
import { type Stack, startStack } from '@tessera/kit/test/stack';
import { createIdentity, createIdentityApp, entities, startWorkers } from '../src/app.ts';
import type { Identity } from '../src/identity.ts';
import { migrations } from '../src/migrations/all.ts';
import { IdentityOptions } from '../src/options.ts';

export const secret = 'a secret for tests, longer than thirty-two characters';
export const publicUrl = 'http://localhost:3000';
export const encryptionKeys = `first:${Buffer.alloc(32, 7).toString('base64')}`;

export type IdentityStack = {
  stack: Stack;
  identity: Identity;
  /** URL of the auth API, without a trailing slash. */
  base: string;
  mails: Mail[];
  /** Serves another instance with other options on the same database and bus. */
  withOptions: (
    options: Parameters<typeof IdentityOptions.parse>[0],
    publicUrl?: string,
  ) => Promise<{ identity: Identity; base: string }>;
  stop: () => Promise<void>;
};

/** At the contract's cost, hashing passwords would take half the time of these tests. */
const lowCost = 16;

/**
 * Starts identity on private servers. `options` as in the options file; `redisThrough` may return the URL of a proxy
 * before Redis; `passwordCost` is for tests of the time that passwords take.
 */
export const startIdentity = async (
  options: object = {},
  redisThrough: (url: string) => Promise<string> | string = (url) => url,
  passwordCost = lowCost,
): Promise<IdentityStack> => {
  const stack = await startStack({ service: 'identity', entities, migrations, redis: true });
  stack.clock.set(new Date());
  const redisUrl = await redisThrough(stack.redisUrl);
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: () => undefined };
  const build = (options: unknown, url = publicUrl): Identity =>
    createIdentity({
      db: stack.db,
      bus: stack.bus,
      mailer,
      vault: createVault(encryptionKeys),
      redisUrl,
      options: IdentityOptions.parse(options),
      secret,
      publicUrl: url,
      isDevelopment: false,
      hasSandbox: false,
      passwordCost,
      now: stack.clock.now,
      log: stack.log.logger,
    });
  const serve = async (identity: Identity) => {
    const { metrics, passports } = stack;
    const app = createIdentityApp(identity, { metrics, passports, checkReplies: true });
    return `${await stack.serve(app)}/api/auth`;
  };
  const identity = build(options);
  stack.own(startRelay({ db: stack.db, bus: stack.bus, log: stack.log.logger, metrics: stack.metrics }));
  stack.own(await startWorkers(identity));
  return {
    stack,
    identity,
    base: await serve(identity),
    mails,
    withOptions: async (options, url) => {
      const other = build(options, url);
      stack.own({ stop: () => other.redis.stop() });
      // Until it is connected, nothing is counted or limited.
      await eventually(() => expect(other.redis.isUp()).toBe(true));
      return { identity: other, base: await serve(other) };
    },
    stop: () => stack.stop(),
  };
};

let count = 0;

/** Returns a sign-up body with a unique e-mail address. */
export const person = (own: Record<string, unknown> = {}) => {
  count += 1;
  return {
    name: 'Ada Lovelace',
    email: `ada-${count}@example.com`,
    password: 'correct horse battery',
    ...own,
  };
};

/** Counts the session rows with a token. */
export const countSessions = async ({ stack }: IdentityStack, token: string): Promise<number> => {
  const rows = (await stack.db.query('SELECT count(*)::int AS count FROM sessions WHERE token = $1', [
    token,
  ])) as {
    count: number;
  }[];
  return rows[0]?.count ?? 0;
};
