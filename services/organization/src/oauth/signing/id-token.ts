/** ID tokens (OpenID Connect Core, section 2). */
import { createHash } from 'node:crypto';
import { UserInfo } from '@tessera/proto/api/organization/oauth/token';
import { toWire } from '@tessera/proto/api/wire';
import { importJWK, type JWTPayload, SignJWT } from 'jose';
import type { OrganizationParts } from '../../organization.ts';
import type { ClientRow } from '../clients/entity.ts';
import { type Claims, claimsWithin } from './claims.ts';
import { algorithm, signingKey } from './keys.ts';

const lifetimeSeconds = 3_600;

export type IdTokenParts = {
  client: ClientRow;
  /** All claims of the subject; signing limits them to the scopes. */
  claims: Claims;
  nonce: string | null;
  authTime: Date | null;
  tokens: { accessToken: string; scope: string };
};

/** Signs an ID token. The contract's client requires one in every token response, even without the scope `openid`. */
export const signIdToken = async (
  parts: OrganizationParts,
  { client, claims, nonce, authTime, tokens }: IdTokenParts,
): Promise<string> => {
  const key = await signingKey(parts);
  const issuedAt = Math.floor(parts.now().getTime() / 1000);
  return new SignJWT({
    ...(toWire(UserInfo, claimsWithin(claims, tokens.scope.split(' ')), 'snake') as JWTPayload), // an object with the schema's keys
    at_hash: halfHash(tokens.accessToken),
    ...(nonce !== null && { nonce }),
    ...(authTime !== null && { auth_time: Math.floor(authTime.getTime() / 1000) }),
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
