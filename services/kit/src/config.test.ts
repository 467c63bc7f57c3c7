import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { CommonEnv, ConfigError, readEnv, readOptions, ServiceEnv } from './config.ts';

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
    ['[]', 'one JSON object'],
    ['{', 'options.json: '],
  ])('refuses %s, naming the key', (text, message) => {
    expect(() => read(text)).toThrow(ConfigError);
    expect(() => read(text)).toThrow(message);
  });

  it('refuses a file that is not there', () => {
    expect(() => readOptions(join(dir, 'none.json'), 'billing', Options)).toThrow('none.json');
  });
});
