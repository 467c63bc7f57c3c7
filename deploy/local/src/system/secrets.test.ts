import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepSecrets } from './secrets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('keepSecrets', () => {
  it('makes secrets once, readable by their owner only', () => {
    const secrets = keepSecrets(folder);
    expect(keepSecrets(folder)).toEqual(secrets);
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(secrets.TESSERA_SECRET.length).toBeGreaterThanOrEqual(32);
    expect(Buffer.from(secrets.ENCRYPTION_KEYS.split(':')[1] ?? '', 'base64')).toHaveLength(32);
    expect(JSON.parse(secrets.PASSPORT_PUBLIC_KEY)).not.toHaveProperty('d');
  });

  it('never replaces secrets that it cannot read', () => {
    writeFileSync(join(folder, 'secrets.json'), '{broken');
    expect(() => keepSecrets(folder)).toThrow(/cannot be read/);
  });
});
