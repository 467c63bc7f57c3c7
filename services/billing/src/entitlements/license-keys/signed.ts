/**
 * Signed licenses that software can verify offline: JWTs, signed with Ed25519 by a key per organization, so that no
 * seller can sign licenses which the software of another accepts.
 */
import { sql } from '@tessera/kit/database/sql';
import type {
  LicenseJwks,
  LicenseKeySign,
  SignedLicense,
  ValidatedLicenseKey,
} from '@tessera/proto/api/billing/license-key';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import type { DataSource } from 'typeorm';
import type { Billing } from '../../billing.ts';
import type { ValidateLicenseKey } from './validate.ts';

const algorithm = 'EdDSA';
/** A signed license cannot be revoked: this bounds how long software that stays offline accepts a revoked key. */
const lifetimeSeconds = 14 * 86_400;

/** `private_key` is a JSON Web Key, encrypted. */
type SigningKey = { private_key: string; public_key: JWK };

/** Encrypted columns, for the rotation of keys. */
export const encryptedSigningKeys = { table: 'license_signing_keys', columns: ['private_key'] };

type Signing = Pick<Billing, 'db' | 'vault' | 'now' | 'publicUrl'>;

/** Validates a key and returns a signed license with the facts that software may rely on offline. */
export const signLicense = async (
  { db, vault, now, publicUrl }: Signing,
  validate: ValidateLicenseKey,
  asked: LicenseKeySign,
): Promise<SignedLicense> => {
  const key = await validate(asked);
  const time = now();
  const last = time.getTime() + lifetimeSeconds * 1000;
  const seconds = Math.floor(Math.min(last, key.expiresAt?.getTime() ?? last) / 1000);
  const signing = await signingKeyOf({ db, vault }, key.organizationId, time);
  const secret = JSON.parse(vault.decrypt(signing.private_key)) as JWK;
  const license = await new SignJWT(claimsOf(key))
    .setProtectedHeader({ alg: algorithm, kid: secret.kid ?? '', typ: 'JWT' })
    .setIssuer(`${publicUrl}/api/billing`)
    .setAudience(key.organizationId)
    .setSubject(key.id)
    .setIssuedAt(time)
    .setExpirationTime(seconds)
    .sign(await importJWK(secret, algorithm));
  return {
    license,
    expiresAt: new Date(seconds * 1000),
    jwksUrl: `${publicUrl}/api/billing/v1/customer-portal/license-keys/jwks/${key.organizationId}`,
  };
};

/** Claims in the names of the API. Without the key: a license may be stored in a file that others read. */
const claimsOf = (key: ValidatedLicenseKey) => ({
  benefit_id: key.benefitId,
  customer_id: key.customerId,
  display_key: key.displayKey,
  activation_id: key.activation?.id ?? null,
  activation_label: key.activation?.label ?? null,
  limit_usage: key.limitUsage,
  usage: key.usage,
  license_expires_at: key.expiresAt?.toISOString() ?? null,
});

/** Returns the public keys that verify an organization's licenses; empty before the first was signed. */
export const findLicenseJwks = async (db: DataSource, organizationId: string): Promise<LicenseJwks> => {
  const rows = await findSigningKeys(db, organizationId);
  return {
    keys: rows.map(({ public_key: { kty = '', crv = '', x = '', kid = '' } }) => ({
      ...{ kty, crv, x, kid },
      alg: algorithm,
      use: 'sig',
    })),
  };
};

const findSigningKeys = (db: DataSource, organizationId: string): Promise<SigningKey[]> =>
  sql<SigningKey>(db, 'SELECT private_key, public_key FROM license_signing_keys WHERE organization_id = $1', [
    organizationId,
  ]);

/** Returns the organization's signing key, created on first use; of two created concurrently the first is kept. */
const signingKeyOf = async (
  { db, vault }: Pick<Billing, 'db' | 'vault'>,
  organizationId: string,
  now: Date,
): Promise<SigningKey> => {
  const [known] = await findSigningKeys(db, organizationId);
  if (known) return known;
  const pair = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true });
  const publicKey = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicKey);
  await db.query(
    `INSERT INTO license_signing_keys (organization_id, created_at, private_key, public_key)
     VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [
      organizationId,
      now,
      vault.encrypt(JSON.stringify({ ...(await exportJWK(pair.privateKey)), kid })),
      JSON.stringify({ ...publicKey, kid }),
    ],
  );
  const [made] = await findSigningKeys(db, organizationId);
  if (!made) throw new Error('the signing key was not kept');
  return made;
};
