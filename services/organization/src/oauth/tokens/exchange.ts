/** The token endpoint: exchanges a code or a refresh token for new tokens (RFC 6749, 4.1.3 and 6; RFC 7636). */
import { createHash } from 'node:crypto';
import { sql } from '@tessera/kit/database/sql';
import { sameText, sha256 } from '@tessera/kit/secrets';
import { type OAuthScope, readScopes } from '@tessera/proto/api/organization/oauth/scopes';
import type { TokenReply, TokenRequest } from '@tessera/proto/api/organization/oauth/token';
import type { DataSource, EntityManager } from 'typeorm';
import { dropRecords } from '../../access-tokens/revocations.ts';
import type { OrganizationParts } from '../../organization.ts';
import type { ClientRow } from '../clients/entity.ts';
import { noteEnded } from '../consents/end.ts';
import { ConsentEntity, type ConsentRow } from '../consents/entity.ts';
import { oauthErrors } from '../errors.ts';
import { findClaims, whomOf } from '../signing/claims.ts';
import { signIdToken } from '../signing/id-token.ts';
import { CodeEntity, type CodeRow, TokenEntity, type TokenRow } from './entity.ts';
import { type IssuedTokens, issueTokens } from './issue.ts';

/** Seconds in which a used refresh token is accepted again, since the first response may have been lost. */
const repeatSeconds = 60;

/** Days for which a used refresh token is kept, so that its reuse is detected. */
const watchedDays = 7;

/** The tokens with claims for the ID token, which are null after a refresh (OpenID Connect Core, section 12.2). */
type Exchanged = IssuedTokens & { nonce: string | null; authTime: Date | null };
/** `endedHashes`: the grant was reused and may be stolen, so all tokens issued from it were revoked. */
type Outcome = { issued: Exchanged } | { endedHashes: string[] };

export const exchange = async (
  parts: OrganizationParts,
  client: ClientRow,
  request: TokenRequest,
): Promise<TokenReply> => {
  const grant = grantOf(client, request);
  const given = await findConsentOf(parts.db, grant);
  if (given?.clientId !== client.id) throw unknownGrant(grant);
  // Before the grant is used up: if identity is down, the client can retry with the same code or refresh token.
  const claims = await findClaims(parts, whomOf(given));
  if (!claims) throw oauthErrors.InvalidGrant('The user who granted access no longer exists.');
  const outcome = await parts.db.transaction(async (em) => {
    const consent = await lockConsent(em, given.id);
    if (!consent) throw unknownGrant(grant);
    return exchangeBy[grant.kind](em, { client, consent, grant, request, now: parts.now() });
  });
  if ('endedHashes' in outcome) {
    await dropRecords(parts, outcome.endedHashes);
    throw oauthErrors.InvalidGrant('It was already used. All tokens issued from it have been revoked.');
  }
  const { nonce, authTime, ...tokens } = outcome.issued;
  return { ...tokens, idToken: await signIdToken(parts, { client, claims, nonce, authTime, tokens }) };
};

/** The credential that a client exchanges, by its SHA-256. */
type Grant = { kind: 'code' | 'refresh token'; hash: string };

const grantOf = (client: ClientRow, { grantType, code, refreshToken }: TokenRequest): Grant => {
  if (grantType === undefined) throw oauthErrors.InvalidRequest('grant_type is missing.');
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token')
    throw oauthErrors.UnsupportedGrantType('grant_type is authorization_code or refresh_token.');
  if (!client.grantTypes.includes(grantType))
    throw oauthErrors.UnauthorizedClient('The client is not registered for this grant_type.');
  const isCode = grantType === 'authorization_code';
  const text = isCode ? code : refreshToken;
  if (text === undefined)
    throw oauthErrors.InvalidRequest(`${isCode ? 'code' : 'refresh_token'} is missing.`);
  return { kind: isCode ? 'code' : 'refresh token', hash: sha256(text) };
};

const unknownGrant = ({ kind }: Grant) =>
  oauthErrors.InvalidGrant(`The ${kind} is unknown, expired or revoked.`);

const findConsentOf = async ({ manager }: DataSource, { kind, hash }: Grant): Promise<ConsentRow | null> => {
  const given =
    kind === 'code'
      ? await manager.findOneBy(CodeEntity, { codeHash: hash })
      : await manager.findOneBy(TokenEntity, { refreshHash: hash });
  return given && manager.findOneBy(ConsentEntity, { id: given.consentId });
};

/** `consent`: locked by the transaction. */
type Exchange = { client: ClientRow; consent: ConsentRow; grant: Grant; request: TokenRequest; now: Date };

/** Locks a consent, so that exchanges run one after another and none follows its revocation. Null: it was revoked. */
const lockConsent = (em: EntityManager, id: string): Promise<ConsentRow | null> =>
  em.findOne(ConsentEntity, { where: { id }, lock: { mode: 'for_no_key_update' } });

const exchangeCode = async (
  em: EntityManager,
  { client, consent, grant, request, now }: Exchange,
): Promise<Outcome> => {
  const code = await em.findOneBy(CodeEntity, { codeHash: grant.hash });
  // A used code is recognized even after it expired: its reuse means that it was stolen.
  if (!code || (code.usedAt === null && code.expiresAt <= now)) throw unknownGrant(grant);
  refuseOtherRequest(code, request);
  if (code.usedAt) return { endedHashes: await endFamily(em, code.id) };
  await em.update(CodeEntity, { id: code.id }, { usedAt: now });
  const { scopes } = code;
  const issued = await issueTokens(em, {
    ...{ client, consent, now, scopes, grantedScopes: scopes },
    familyId: code.id,
  });
  return { issued: { ...issued, nonce: code.nonce, authTime: code.authTime } };
};

/** Throws InvalidGrant when the redirect URI or the PKCE verifier does not match the authorization request. */
const refuseOtherRequest = (code: CodeRow, { redirectUri, codeVerifier }: TokenRequest): void => {
  const isSameAddress =
    redirectUri === undefined ? !code.isRedirectUriGiven : redirectUri === code.redirectUri;
  if (!isSameAddress) throw oauthErrors.InvalidGrant('redirect_uri is not that of the request.');
  const isVerified =
    code.codeChallenge === null
      ? codeVerifier === undefined
      : codeVerifier !== undefined && sameText(challengeOf(codeVerifier), code.codeChallenge);
  if (!isVerified) throw oauthErrors.InvalidGrant('code_verifier does not fit the code_challenge.');
};

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const refresh = async (
  em: EntityManager,
  { client, consent, grant, request, now }: Exchange,
): Promise<Outcome> => {
  const token = await em.findOneBy(TokenEntity, { refreshHash: grant.hash });
  if (!token || token.endsAt <= now) throw unknownGrant(grant);
  if (isReplayed(token, now)) return { endedHashes: await endFamily(em, token.familyId) };
  // Scopes that the client is no longer registered for are dropped.
  const grantedScopes = token.grantedScopes.filter((scope) => client.scopes.includes(scope));
  const scopes = narrowed(grantedScopes, request.scope);
  await em.update(
    TokenEntity,
    { id: token.id },
    { refreshedAt: token.refreshedAt ?? now, endsAt: watchedUntil(token, now) },
  );
  const { familyId } = token;
  const issued = await issueTokens(em, { client, consent, familyId, scopes, grantedScopes, now });
  return { issued: { ...issued, nonce: null, authTime: null } };
};

const exchangeBy = { code: exchangeCode, 'refresh token': refresh };

const isReplayed = ({ refreshedAt }: TokenRow, now: Date): boolean =>
  refreshedAt !== null && now.getTime() - refreshedAt.getTime() > repeatSeconds * 1000;

/** When to delete a used refresh token. Kept for its full lifetime, each consent would pile up thousands of rows. */
const watchedUntil = ({ endsAt }: TokenRow, now: Date): Date =>
  new Date(Math.min(endsAt.getTime(), now.getTime() + watchedDays * 86_400_000));

const narrowed = (grantedScopes: OAuthScope[], scope: string | undefined): OAuthScope[] => {
  if (scope === undefined) return grantedScopes;
  const scopes = readScopes(scope);
  if (!scopes?.every((one) => grantedScopes.includes(one)))
    throw oauthErrors.InvalidScope('A scope was not granted.');
  return scopes;
};

/** Deletes all tokens of one code; the caller has locked their consent. Returns the hashes of the access tokens. */
export const endFamily = async (em: EntityManager, familyId: string): Promise<string[]> => {
  const ended = await sql<{ hash: string | null }>(
    em,
    'DELETE FROM oauth_tokens WHERE family_id = $1 RETURNING access_hash AS hash',
    [familyId],
  );
  return noteEnded(em, ended);
};
