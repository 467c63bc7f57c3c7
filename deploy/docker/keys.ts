import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepSecrets, type Secrets } from '../local/src/system/secrets.ts';

// The secrets of a composed system, made at its first start and kept in a volume: one file per process, with only the
// secrets of that process, readable by its user only (docker-compose.yml names the same users). Environment variables
// override lines of the file. The second folder is where billing stores files: its user becomes the owner.
const [, , folder = '.', filesFolder] = process.argv;

const readers: Record<string, { user: number; needs: (keyof Secrets)[] }> = {
  gateway: { user: 10_001, needs: ['TESSERA_SECRET', 'PASSPORT_PRIVATE_KEY'] },
  identity: { user: 10_002, needs: ['TESSERA_SECRET', 'PASSPORT_PUBLIC_KEY', 'ENCRYPTION_KEYS'] },
  organization: { user: 10_003, needs: ['PASSPORT_PUBLIC_KEY', 'ENCRYPTION_KEYS'] },
  billing: { user: 10_004, needs: ['PASSPORT_PUBLIC_KEY', 'ENCRYPTION_KEYS'] },
  webhook: { user: 10_005, needs: ['PASSPORT_PUBLIC_KEY', 'ENCRYPTION_KEYS'] },
};

const secrets = keepSecrets(folder);
for (const [name, { user, needs }] of Object.entries(readers)) {
  const file = join(folder, `${name}.env`);
  writeFileSync(file, needs.map((key) => `${key}='${secrets[key]}'\n`).join(''), { mode: 0o400 });
  chmodSync(file, 0o400);
  chownSync(file, user, user);
}

if (filesFolder !== undefined) chownSync(filesFolder, 10_004, 10_004);
