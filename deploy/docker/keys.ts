import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepSecrets, type Secrets } from '../local/src/secrets.ts';

// The secrets of a composed system, made at its first start and kept in a volume: one file a process, holding
// what that process needs and no more. A variable of the environment wins over its line in the file.
const folder = process.argv[2] ?? '.';
const owner = Number(process.argv[3] ?? 1000);

const needed: Record<string, (keyof Secrets)[]> = {
  gateway: ['TESSERA_SECRET', 'PASSPORT_PRIVATE_KEY'],
  identity: ['TESSERA_SECRET', 'PASSPORT_PUBLIC_KEY', 'ENCRYPTION_KEYS'],
  organization: ['PASSPORT_PUBLIC_KEY'],
  billing: ['PASSPORT_PUBLIC_KEY'],
  webhook: ['PASSPORT_PUBLIC_KEY', 'ENCRYPTION_KEYS'],
};

const secrets = keepSecrets(folder);
for (const [name, keys] of Object.entries(needed)) {
  const file = join(folder, `${name}.env`);
  writeFileSync(file, keys.map((key) => `${key}='${secrets[key]}'\n`).join(''), { mode: 0o400 });
  chmodSync(file, 0o400);
  chownSync(file, owner, owner);
}
