/** The installation's signing key for ID tokens: generated on first use, its private key stored encrypted. */
import { type Queryable, sql } from '@tessera/kit/database/sql';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { uuidv7 } from 'uuidv7';
import type { OrganizationParts } from '../../organization.ts';

/** The algorithm that every OpenID Connect client must support. */
export const algorithm = 'RS256';

type KeyRow = { publicKey: JWK; secretSealed: string };

/** Returns all keys, the current signing key first. Older keys still verify the tokens that they signed. */
const findKeys = (on: Queryable): Promise<KeyRow[]> =>
  sql<KeyRow>(
    on,
    `SELECT public_key AS "publicKey", secret_sealed AS "secretSealed" FROM oauth_signing_keys
     ORDER BY created_at DESC, id DESC`,
  );

/** Returns the current private key with its `kid`. If two are generated concurrently, the first is kept. */
export const signingKey = async (parts: OrganizationParts): Promise<JWK> => {
  const [known] = await findKeys(parts.db);
  const { secretSealed } = known ?? (await makeKey(parts));
  return JSON.parse(parts.vault.decrypt(secretSealed)) as JWK; // as `makeKey` encrypted it
};

const makeKey = async ({ db, vault, now }: OrganizationParts): Promise<KeyRow> => {
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const publicKey = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicKey);
  const made: KeyRow = {
    publicKey: { ...publicKey, kid },
    secretSealed: vault.encrypt(JSON.stringify({ ...(await exportJWK(pair.privateKey)), kid })),
  };
  return db.transaction(async (em) => {
    await em.query(`SELECT pg_advisory_xact_lock(hashtext('tessera-oauth-signing-keys'))`);
    const [known] = await findKeys(em);
    if (known) return known;
    await em.query(
      'INSERT INTO oauth_signing_keys (id, public_key, secret_sealed, created_at) VALUES ($1, $2, $3, $4)',
      [uuidv7(), JSON.stringify(made.publicKey), made.secretSealed, now()],
    );
    return made;
  });
};

/** Returns the public keys (RFC 7517). Generates the first key if there is none, since clients cache the list. */
export const findJwks = async (parts: OrganizationParts) => {
  const known = await findKeys(parts.db);
  const rows = known.length > 0 ? known : [await makeKey(parts)];
  return {
    keys: rows.map(({ publicKey: { kty = '', n = '', e = '', kid = '' } }) => ({
      ...{ kty, n, e, kid },
      alg: algorithm,
      use: 'sig',
    })),
  };
};

/** The columns with encrypted keys, for the rotation of the encryption keys. */
export const sealedKeys = { table: 'oauth_signing_keys', columns: ['secret_sealed'] };
