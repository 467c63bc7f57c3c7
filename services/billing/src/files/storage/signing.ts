/** Signs the fields of a URL, and verifies their signatures. */
import { sql } from '@tessera/kit/database/sql';
import { hmac, sameText } from '@tessera/kit/secrets';
import type { DataSource } from 'typeorm';

export type Signer = {
  /** Returns the signature of the fields, in their order, as base64url. */
  sign: (fields: readonly (string | number)[]) => Promise<string>;
  verify: (fields: readonly (string | number)[], signature: string) => Promise<boolean>;
};

/** Signs with a key that is read on first use. */
export const createSigner = (readKey: () => Promise<Buffer>): Signer => {
  let key: Buffer | undefined;
  const sign: Signer['sign'] = async (fields) => {
    key ??= await readKey();
    // As JSON, so that different lists of fields never serialize to the same text.
    return hmac(key, JSON.stringify(fields), 'base64url');
  };
  return { sign, verify: async (fields, signature) => sameText(await sign(fields), signature) };
};

/** Reads the signing key of this database, which all replicas share. */
export const readSigningKey = async (db: DataSource): Promise<Buffer> => {
  const [row] = await sql<{ secret: Buffer }>(db, 'SELECT secret FROM file_keys WHERE id = 1');
  if (!row) throw new Error('the key of the files is gone');
  return row.secret;
};
