import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { CommonEnv, ConfigError, MailEnv, RedisUrl, readEnv, readOptions, ServiceEnv } from './config.ts';

const Options = z.strictObject({
  limit: z.int().default(5),
  nested: z.strictObject({ on: z.boolean() }).optional(),
});
const dir = mkdtempSync(join(tmpdir(), 'tessera-config-'));
const file = join(dir, 'options.json');

const read = (text: string) => {
  writeFileSync(file, text);
  return readOptions(file, 'billing', Options);
};

afterAll(() => rmSync(dir, { recursive: true }));

describe('readEnv', () => {
  it('takes defaults for what is absent or empty', () => {
    const env = readEnv(CommonEnv, { PORT: '0', PUBLIC_URL: 'http://localhost:3000/', LOG_LEVEL: '' });
    expect(env).toMatchObject({ PORT: 0, PUBLIC_URL: 'http://localhost:3000', LOG_LEVEL: 'info' });
  });

  it('names every variable that is missing or wrong', () => {
    const given = { PORT: 'many', PUBLIC_URL: 'ftp://x', DATABASE_URL: 'mysql://x' };
    expect(() => readEnv(ServiceEnv, given)).toThrow(ConfigError);
    for (const key of ['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'PASSPORT_PUBLIC_KEY'])
      expect(() => readEnv(ServiceEnv, given)).toThrow(`environment variable ${key}: `);
  });

  it('says of what is missing that it is missing, and of a port what it may be', () => {
    const given = { PORT: 'many' };
    expect(() => readEnv(ServiceEnv, given)).toThrow('environment variable PUBLIC_URL: is missing');
    for (const PORT of ['many', '70000', '-1', '80.5', ' '])
      expect(() => readEnv(ServiceEnv, { PORT })).toThrow(
        'environment variable PORT: must be a number from 0 to 65535',
      );
    expect(() => readEnv(ServiceEnv, {})).toThrow('environment variable PORT: is missing');
  });

  it.each(['many', '0', '201', '1.5'])(
    'says of the pool what it may be, not only that it is not %s',
    (DATABASE_POOL) =>
      expect(() => readEnv(ServiceEnv, { DATABASE_POOL })).toThrow(
        'environment variable DATABASE_POOL: must be a number from 1 to 200',
      ),
  );

  const addresses = ServiceEnv.extend(MailEnv.shape).extend({ REDIS_URL: RedisUrl });
  const whole = {
    PORT: '0',
    PUBLIC_URL: 'http://localhost',
    PASSPORT_PUBLIC_KEY: '{}',
    DATABASE_URL: 'postgres://localhost/shop',
    REDIS_URL: 'redis://localhost',
    SMTP_URL: 'smtp://localhost',
  };

  it.each([
    ['DATABASE_URL', 'postgres://me:secret@localhost:99999/shop'],
    ['DATABASE_URL', 'postgres://'],
    ['DATABASE_URL', 'postgres://me@/shop'],
    ['DATABASE_URL', 'postgres://me@localhost:5432/'],
    ['DATABASE_URL', 'postgres://me:12/34@localhost:5432/shop'],
    ['DATABASE_URL', 'postgres://me:100%@localhost:5432/shop'],
    ['REDIS_URL', 'redis://:a:port:name'],
    ['REDIS_URL', 'redis://:100%@localhost'],
    ['REDIS_URL', 'redis://'],
    ['NATS_URL', 'nats://one,'],
    ['NATS_URL', 'http://bus:4222'],
    ['NATS_URL', 'the bus'],
    ['NATS_URL', 'nats://me:100%@bus'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://mail:99999'],
    ['SMTP_URL', 'smtp://me:100%@mail'],
    ['MAIL_FROM', 'Our shop'],
    ['HOST', 'this machine'],
    ['PUBLIC_URL', 'shop'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'ftp://collector'],
  ])('refuses by name what a client could not read: %s=%s', (key, value) => {
    expect(() => readEnv(addresses, { ...whole, [key]: value })).toThrow(ConfigError);
    expect(() => readEnv(addresses, { ...whole, [key]: value })).toThrow(
      new RegExp(`^environment variable ${key}: must `),
    );
  });

  it.each([
    ['DATABASE_URL', 'postgresql://me@/shop?host=/run/postgresql'],
    ['DATABASE_URL', 'postgres://me:pass%20word@[::1]:5432/shop?sslmode=require'],
    ['DATABASE_URL', 'postgres://%2Frun%2Fpostgresql/shop'],
    ['REDIS_URL', 'rediss://user:p%40ss@redis.example.com:6380/3'],
    ['NATS_URL', 'bus'],
    ['NATS_URL', 'nats://user:pass@one:4222,tls://two:4222,three:4222'],
    ['SMTP_URL', 'smtps://user%40example.com:secret@mail.example.com:465?pool=true'],
    ['MAIL_FROM', 'shop@example.com'],
  ])('takes %s=%s', (key, value) =>
    expect(readEnv(addresses, { ...whole, [key]: value })).toMatchObject({ [key]: value }),
  );
});

describe('development', () => {
  const start = (env: Record<string, string>) =>
    readEnv(CommonEnv, {
      TESSERA_MODE: 'development',
      PORT: '0',
      PUBLIC_URL: 'http://localhost:3000',
      ...env,
    });

  it.each(['127.0.0.1', '127.8.8.8', 'localhost', '::1'])('listens on %s', (HOST) =>
    expect(start({ HOST }).HOST).toBe(HOST),
  );

  it.each(['0.0.0.0', '::', '192.168.1.5', 'shop.example.com'])(
    'does not start on %s, unless only this machine reaches it',
    (HOST) => {
      expect(() => start({ HOST })).toThrow(/^environment variable HOST: /);
      expect(start({ HOST, DEVELOPMENT_NETWORK: 'private' }).HOST).toBe(HOST);
      expect(start({ HOST, TESSERA_MODE: 'production' }).HOST).toBe(HOST);
    },
  );

  it.each(['http://shop.localhost:3000', 'http://[::1]:3000', 'http://127.0.0.1'])('is known as %s', (url) =>
    expect(start({ PUBLIC_URL: url }).PUBLIC_URL).toBe(url),
  );

  it.each(['http://LOCALHOST:80', 'http://localhost:80//'])('writes %s as browsers do', (url) =>
    expect(start({ PUBLIC_URL: url }).PUBLIC_URL).toBe('http://localhost'),
  );

  it.each([
    'http://localhost/shop',
    'http://localhost/?a=1',
    'http://localhost/#top',
    'http://ada@localhost',
  ])('is not known as %s: links are made of scheme and host alone', (url) =>
    expect(() => start({ PUBLIC_URL: url })).toThrow(
      'environment variable PUBLIC_URL: must be a scheme and a host alone, such as https://shop.example.com',
    ),
  );

  it.each(['https://shop.example.com', 'http://localhost.evil.example', 'http://10.0.0.7'])(
    'does not start as %s',
    (url) => {
      const refused = /^environment variable PUBLIC_URL: /;
      expect(() => start({ PUBLIC_URL: url })).toThrow(refused);
      expect(() => start({ PUBLIC_URL: url, DEVELOPMENT_NETWORK: 'private' })).toThrow(refused);
      expect(start({ PUBLIC_URL: url, TESSERA_MODE: 'production' }).PUBLIC_URL).toBe(url);
    },
  );
});

describe('readOptions', () => {
  it('takes defaults without a file and without a section', () => {
    expect(readOptions(undefined, 'billing', Options)).toEqual({ limit: 5 });
    expect(read('{"identity": {}}')).toEqual({ limit: 5 });
  });

  it.each([
    ['{"billing": {"limit": "x"}}', 'option billing.limit: '],
    ['{"billing": {"limitt": 1}}', 'option billing.limitt: unknown key'],
    ['{"billing": {"nested": {"on": true, "off": 1}}}', 'option billing.nested.off: unknown key'],
    ['{"biling": {}}', 'unknown section "biling"'],
    ['{"billing": []}', 'option billing: must be an object'],
    ['{"billing": null}', 'option billing: must be an object'],
    ['[]', 'one JSON object'],
    ['{', 'options.json: '],
  ])('refuses %s, naming the key', (text, message) => {
    expect(() => read(text)).toThrow(ConfigError);
    expect(() => read(text)).toThrow(message);
  });

  it('refuses a file that is not there', () => {
    expect(() => readOptions(join(dir, 'none.json'), 'billing', Options)).toThrow(
      /^environment variable TESSERA_CONFIG: .*none.json/,
    );
  });
});
