/** ID tokens (OpenID Connect Core, section 2). */
import { createHash } from 'node:crypto';
import { UserInfo } from '@tessera/proto/api/organization/oauth/token';
import { toWire } from '@tessera/proto/api/wire';
import { importJWK, type JWTPayload, SignJWT } from 'jose';
import type { OrganizationParts } from '../../organization.ts';
import type { ClientRow } from '../clients/entity.ts';
import type { ConsentRow } from '../consents/entity.ts';
import { oauthErrors } from '../errors.ts';
import { claimsOf } from './claims.ts';
import { algorithm, signingKey } from './keys.ts';

const lifetimeSeconds = 3_600;

export type IdTokenParts = {
  client: ClientRow;
  consent: ConsentRow;
  nonce: string | null;
  tokens: { accessToken: string; scope: string };
};

/** Signs who a client acts for. The contract's client wants one with every answer, also where `openid` was not asked for. */
export const signIdToken = async (
  parts: OrganizationParts,
  { client, consent, nonce, tokens }: IdTokenParts,
): Promise<string> => {
  const { organizationId, userId } = consent;
  const whom = organizationId === null ? { userId } : { organizationId };
  const claims = await claimsOf(parts, whom, tokens.scope.split(' '));
  if (!claims) throw oauthErrors.InvalidGrant('Whoever has allowed this is gone.');
  const key = await signingKey(parts);
  const issuedAt = Math.floor(parts.now().getTime() / 1000);
  return new SignJWT({
    ...(toWire(UserInfo, claims, 'snake') as JWTPayload), // of declared keys alone: an object
    at_hash: halfHash(tokens.accessToken),
    ...(nonce !== null && { nonce }),
  })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', ...(key.kid !== undefined && { kid: key.kid }) })
    .setIssuer(parts.publicUrl)
    .setAudience(client.clientId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(await importJWK(key, algorithm));
};

/** The left half of the SHA-256 of an access token, base64url (OpenID Connect Core, section 3.1.3.6). */
const halfHash = (accessToken: string): string =>
  createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
