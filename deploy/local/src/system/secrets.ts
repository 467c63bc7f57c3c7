import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secrets of one installation, by the names of their environment variables. */
export type Secrets = {
  TESSERA_SECRET: string;
  PASSPORT_PRIVATE_KEY: string;
  PASSPORT_PUBLIC_KEY: string;
  ENCRYPTION_KEYS: string;
};

const generate = (): Secrets => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    TESSERA_SECRET: randomBytes(32).toString('base64url'),
    PASSPORT_PRIVATE_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
    PASSPORT_PUBLIC_KEY: JSON.stringify(publicKey.export({ format: 'jwk' })),
    ENCRYPTION_KEYS: `local:${randomBytes(32).toString('base64')}`,
  };
};

/** Returns the secrets stored in the folder, generated the first time. Losing them signs all users out. */
export const keepSecrets = (dataDir: string): Secrets => {
  const file = join(dataDir, 'secrets.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
    }
  }
  const secrets = generate();
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
};
