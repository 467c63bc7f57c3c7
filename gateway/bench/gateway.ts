/**
 * Requests per second of (a) bare http-proxy-middleware with a keep-alive agent, and (b) the gateway with a session,
 * both in front of the same trivial service, on the same machine, interleaved. Goal: (b) at least 1.2 times (a).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hmac, randomText } from '@tessera/kit/secrets';
import { startNats, startRedis } from '@tessera/local/servers/servers';
import autocannon from 'autocannon';
import { exportJWK, generateKeyPair } from 'jose';
import { createClient } from 'redis';
import { freePort, startProcess } from './measuring/process.ts';
import { interleave, median } from './measuring/rounds.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 4);
const secret = randomText(40);
const token = randomText(32);
const goal = 1.2;

const dir = await mkdtemp(join(tmpdir(), 'tessera-bench-'));
const nats = await startNats({ dir: join(dir, 'nats') });
const redis = await startRedis({ dir: join(dir, 'redis') });
const source = (name: string): string => new URL(name, import.meta.url).pathname;

const trivial = await startProcess(source('./baselines/trivial-service.ts'), await freePort());
const bare = await startProcess(source('./baselines/bare-proxy.ts'), await freePort(), {
  TARGET: trivial.url,
});
const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
const gateway = await startProcess(source('../src/main.ts'), await freePort(), {
  PUBLIC_URL: 'http://localhost:3000',
  TESSERA_SECRET: secret,
  PASSPORT_PRIVATE_KEY: JSON.stringify(await exportJWK(privateKey)),
  NATS_URL: nats.url,
  REDIS_URL: redis.url,
  IDENTITY_URL: trivial.url,
  ORGANIZATION_URL: trivial.url,
  BILLING_URL: trivial.url,
  WEBHOOK_URL: trivial.url,
});
await signIn();

const measure = (base: string) => async (): Promise<number> => {
  const result = await autocannon({
    url: `${base}/api/billing/v1/products/?limit=10`,
    connections: 32,
    duration: seconds,
    headers: {
      cookie: `tessera.session_token=${encodeURIComponent(`${token}.${hmac(secret, token)}`)}`,
      accept: 'application/json',
    },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${base}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result['2xx'] / result.duration;
};

const results = await interleave(rounds, { bare: measure(bare.url), gateway: measure(gateway.url) });
const medians = { bare: median(results.bare), gateway: median(results.gateway) };
const ratio = median(results.gateway.map((value, round) => value / (results.bare[round] ?? value)));
console.log(`(a) http-proxy-middleware, keep-alive agent, no session  ${medians.bare.toFixed(0)} requests/s`);
console.log(
  `(b) gateway with a session                               ${medians.gateway.toFixed(0)} requests/s`,
);
console.log(
  `(b)/(a), median of ${rounds} interleaved rounds: ${ratio.toFixed(3)} (goal: at least ${goal})${ratio >= goal ? '' : '  NOT REACHED'}`,
);
await Promise.all([gateway.stop(), bare.stop(), trivial.stop()]);
await Promise.all([nats.stop(), redis.stop()]);
await rm(dir, { recursive: true, force: true });

/** Writes a live session to Redis as identity would: the gateway reads it once and caches it. */
async function signIn(): Promise<void> {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 86_400_000);
  const session = {
    id: 'bench-session',
    token,
    userId: 'bench-user',
    expiresAt,
    createdAt: now,
    updatedAt: now,
    ipAddress: '',
    userAgent: '',
    activeOrganizationId: null,
    impersonatedBy: null,
  };
  const user = {
    id: 'bench-user',
    name: 'Bench',
    email: 'bench@example.com',
    emailVerified: true,
    image: null,
    createdAt: now,
    updatedAt: now,
    username: null,
    displayUsername: null,
    role: 'user',
    banned: null,
    banReason: null,
    banExpires: null,
  };
  const client = await createClient({ url: redis.url }).connect();
  await client.set(`session:${token}`, JSON.stringify({ session, user }));
  client.destroy();
}
