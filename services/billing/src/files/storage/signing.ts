/** Signs what a URL gives the right to, and tells whether it was signed here. */
import { createHmac } from 'node:crypto';
import { sameText } from '@tessera/kit/secrets';
import { sql } from '@tessera/kit/sql';
import type { DataSource } from 'typeorm';

export type Signer = {
  /** The signature of fields, in their order: base64url. */
  sign: (fields: readonly (string | number)[]) => Promise<string>;
  verify: (fields: readonly (string | number)[], signature: string) => Promise<boolean>;
};

/** Signs with a key that is read when it is first needed. */
export const createSigner = (readKey: () => Promise<Buffer>): Signer => {
  let key: Buffer | undefined;
  const sign: Signer['sign'] = async (fields) => {
    key ??= await readKey();
    // As JSON, so that no two lists of fields read the same.
    return createHmac('sha256', key).update(JSON.stringify(fields)).digest('base64url');
  };
  return { sign, verify: async (fields, signature) => sameText(await sign(fields), signature) };
};

/** The key that this database was made with: the same for all replicas. */
export const readSigningKey = async (db: DataSource): Promise<Buffer> => {
  const [row] = await sql<{ secret: Buffer }>(db, 'SELECT secret FROM file_keys WHERE id = 1');
  if (!row) throw new Error('the key of the files is gone');
  return row.secret;
};
