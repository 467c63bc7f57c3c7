/**
 * Baseline of the sessions bench: better-auth with Postgres and Redis, without plugins and rate limits, behind
 * node:http alone. Every choice is in its favour.
 */
import { createServer } from 'node:http';
import { betterAuth } from 'better-auth-baseline';
import { getMigrations } from 'better-auth-baseline/db';
import { toNodeHandler } from 'better-auth-baseline/node';
import pg from 'pg';
import { createClient } from 'redis';

const port = Number(process.env['PORT']);
const redis = await createClient({ url: process.env['REDIS_URL'] ?? '' }).connect();
const options = {
  baseURL: `http://localhost:${port}`,
  secret: process.env['TESSERA_SECRET'] ?? '',
  database: new pg.Pool({ connectionString: process.env['DATABASE_URL'] ?? '' }),
  secondaryStorage: {
    get: (key: string) => redis.get(key),
    set: async (key: string, value: string, seconds?: number) => {
      await redis.set(key, value, seconds ? { expiration: { type: 'EX', value: seconds } } : {});
    },
    delete: async (key: string) => void (await redis.del(key)),
  },
  emailAndPassword: { enabled: true },
  session: { cookieCache: { enabled: true, maxAge: 60 } },
  rateLimit: { enabled: false },
  logger: { disabled: true },
};
const { runMigrations } = await getMigrations(options);
await runMigrations();
createServer(toNodeHandler(betterAuth(options))).listen(port, '127.0.0.1');
