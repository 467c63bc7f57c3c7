/** A gateway on a real Redis and a real bus, in front of one service that tells what it was sent. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { createClock } from '@tessera/kit/clock';
import { type Bus, connectBus } from '@tessera/kit/events/bus';
import { createPassportIssuer, createPassportReader } from '@tessera/kit/http/passport';
import { createMetrics } from '@tessera/kit/observability/metrics';
import { closeServer } from '@tessera/kit/process/drain';
import { hmac, randomText } from '@tessera/kit/secrets';
import { listen } from '@tessera/kit/test/listen';
import { captureLog } from '@tessera/kit/test/log';
import { startNats, startRedis } from '@tessera/local/servers/servers';
import { makeTestFolder } from '@tessera/local/testing/test-folder';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { exportJWK, generateKeyPair } from 'jose';
import { createClient } from 'redis';
import { createGatewayApp } from '../src/app.ts';
import { GatewayEnv, readSettings } from '../src/config.ts';
import { createGateway } from '../src/gateway.ts';
import { boundConnections } from '../src/limits/connections.ts';
import { refuseUpgrades } from '../src/proxy/upgrade.ts';

/** A file of the web application that the build packed too. */
export const packedScript = `export const text = '${'long '.repeat(400)}';`;

export const secret = 'a-secret-of-more-than-thirty-two-characters';

/** What the service behind saw of a request. */
export type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body?: string };

/** Serves the echo service: most paths answer what was sent; some misbehave as their names say. */
const startEcho = async () => {
  const seen: Seen[] = [];
  const closed: string[] = [];
  const server = createServer((req, res) => {
    const { method = '', url = '', headers } = req;
    seen.push({ method, url, headers });
    res.on('close', () => closed.push(url));
    if (url.includes('/silent')) return;
    if (url.includes('/cut')) return void req.socket.destroy();
    res.setHeader('content-type', 'application/json');
    if (url.includes('/internal/mails'))
      return void res.end(
        JSON.stringify([
          {
            name: 'a&b',
            subject: '<b>',
            text: 'plain',
            html: '<style>@media (prefers-color-scheme: dark) {}</style>',
          },
        ]),
      );
    if (url.includes('/internal/openapi.json'))
      return void res.end(JSON.stringify({ paths: { '/api/things': { get: {} } } }));
    if (url.includes('/.well-known/')) res.setHeader('cache-control', 'public, max-age=300');
    if (url.includes('/set-active')) res.setHeader('set-cookie', 'tessera.session_data=changed; Path=/');
    if (url.includes('/stream')) {
      res.setHeader('content-type', 'text/event-stream');
      return void res.write('data: first\n\n');
    }
    void text(req).then(
      (body) => res.end(JSON.stringify({ method, url, headers, body })),
      () => undefined,
    );
  });
  return { url: await listen(server), seen, closed, server };
};

const writeWeb = async (dir: string): Promise<string> => {
  const root = join(dir, 'web');
  await mkdir(join(root, 'assets'), { recursive: true });
  await writeFile(join(root, 'index.html'), '<title>Dashboard</title>');
  await writeFile(join(root, 'checkout.html'), '<title>Checkout</title>');
  await writeFile(join(root, 'assets', 'index-abc123.js'), 'export {};');
  await writeFile(join(root, 'assets', 'packed-abc123.js'), packedScript);
  await writeFile(join(root, 'assets', 'packed-abc123.js.br'), brotliCompressSync(packedScript));
  return root;
};

/** Starts everything; `stop` ends it. `env` and `options` vary the gateway. */
export const startGateway = async (given: { env?: Record<string, string>; options?: unknown } = {}) => {
  const dir = makeTestFolder('tessera-gateway-');
  const [nats, redis, echo, web] = await Promise.all([
    startNats({ dir: join(dir, 'nats') }),
    startRedis({ dir: join(dir, 'redis') }),
    startEcho(),
    writeWeb(dir),
  ]);
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const config = join(dir, 'options.json');
  await writeFile(config, JSON.stringify(given.options ?? {}));
  const env = GatewayEnv.parse({
    TESSERA_MODE: 'development',
    PORT: 0,
    PUBLIC_URL: 'http://localhost:3000',
    TESSERA_SECRET: secret,
    TESSERA_CONFIG: config,
    PASSPORT_PRIVATE_KEY: JSON.stringify(await exportJWK(privateKey)),
    NATS_URL: nats.url,
    REDIS_URL: redis.url,
    IDENTITY_URL: echo.url,
    ORGANIZATION_URL: echo.url,
    BILLING_URL: echo.url,
    WEBHOOK_URL: echo.url,
    WEB_ROOT: web,
    ...given.env,
  });
  const log = captureLog();
  const clock = createClock();
  const metrics = createMetrics('gateway');
  const bus = await connectBus({ url: nats.url, service: 'gateway', log: log.logger, metrics });
  const owner: Bus = await connectBus({ url: nats.url, service: 'identity', log: log.logger, metrics });
  const settings = readSettings(env);
  const gateway = createGateway({
    env,
    settings,
    mint: await createPassportIssuer(env.PASSPORT_PRIVATE_KEY),
    log: log.logger,
    accessLog: log.logger,
    clock,
    metrics,
    bus,
  });
  const server = createServer(createGatewayApp(gateway, bus, env));
  boundConnections(server, { ...settings.connections, trustedProxies: settings.trustedProxies });
  refuseUpgrades(server);
  const url = await listen(server);
  const store = await createClient({ url: redis.url })
    .on('error', () => undefined)
    .connect();
  return {
    url,
    /** What this gateway was started with. */
    env,
    echo,
    clock,
    log,
    redis,
    store,
    /** The bus as another service's: for answering the gateway's questions. */
    owner,
    passports: await createPassportReader(JSON.stringify(await exportJWK(publicKey))),
    stop: async () => {
      server.closeAllConnections();
      echo.server.closeAllConnections();
      await Promise.all([closeServer(server), closeServer(echo.server)]);
      gateway.close();
      store.destroy();
      await Promise.all([bus.close(), owner.close()]);
      await Promise.all([nats.stop(), redis.stop()]);
      await rm(dir, { recursive: true, force: true });
    },
  };
};

export type GatewayStack = Awaited<ReturnType<typeof startGateway>>;

/** A signed-in session as identity keeps it, its Redis key and its cookie. */
export const makeSession = (given: { expiresAt?: Date; impersonatedBy?: string } = {}) => {
  const token = randomText(32);
  const id = randomText(8);
  const now = new Date();
  const facts = { createdAt: now, updatedAt: now };
  const record: SessionRecord = {
    session: {
      ...facts,
      id: `session-${id}`,
      token,
      userId: `user-${id}`,
      expiresAt: given.expiresAt ?? new Date(now.getTime() + 3_600_000),
      ipAddress: '',
      userAgent: '',
      activeOrganizationId: 'organization-1',
      impersonatedBy: given.impersonatedBy ?? null,
    },
    user: {
      ...facts,
      id: `user-${id}`,
      name: 'Ada',
      email: 'ada@example.com',
      emailVerified: true,
      image: null,
      username: null,
      displayUsername: null,
      role: 'user',
      banned: null,
      banReason: null,
      banExpires: null,
    },
  };
  return { record, key: `session:${token}`, cookie: `tessera.session_token=${signed(token)}` };
};

/** A token as it stands in a signed cookie. */
export const signed = (token: string, key = secret): string =>
  encodeURIComponent(`${token}.${hmac(key, token)}`);
