/** The key that ID tokens are signed with: one of the installation, made when it is first needed, its private half sealed. */
import { type Queryable, sql } from '@tessera/kit/sql';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { uuidv7 } from 'uuidv7';
import type { OrganizationParts } from '../../organization.ts';

/** What every OpenID Connect client knows. */
export const algorithm = 'RS256';

type KeyRow = { publicKey: JWK; secretSealed: string };

/** All keys, the one that signs now first. One that was put before it goes on verifying what it has signed. */
const findKeys = (on: Queryable): Promise<KeyRow[]> =>
  sql<KeyRow>(
    on,
    `SELECT public_key AS "publicKey", secret_sealed AS "secretSealed" FROM oauth_signing_keys
     ORDER BY created_at DESC, id DESC`,
  );

/** The private key that signs now, with its id. Of two that are made at once, the first is kept. */
export const signingKey = async (parts: OrganizationParts): Promise<JWK> => {
  const [known] = await findKeys(parts.db);
  const { secretSealed } = known ?? (await makeKey(parts));
  return JSON.parse(parts.vault.decrypt(secretSealed)) as JWK; // as `makeKey` has sealed it
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

/** What ID tokens are verified with (RFC 7517). The key is made now if there is none: whoever reads this keeps it a while. */
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

/** Where sealed keys are, for the rotation of the keys that seal. */
export const sealedKeys = { table: 'oauth_signing_keys', columns: ['secret_sealed'] };
