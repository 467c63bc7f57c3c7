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
