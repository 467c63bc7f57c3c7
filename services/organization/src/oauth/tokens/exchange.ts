/** The token endpoint: a code, or a refresh token, for new tokens (RFC 6749, sections 4.1.3 and 6; RFC 7636). */
import { createHash } from 'node:crypto';
import { sameText, sha256 } from '@tessera/kit/secrets';
import { sql } from '@tessera/kit/sql';
import { type OAuthScope, readScopes } from '@tessera/proto/api/organization/oauth/scopes';
import type { TokenReply, TokenRequest } from '@tessera/proto/api/organization/oauth/token';
import type { EntityManager } from 'typeorm';
import { dropRecords } from '../../access-tokens/revocations.ts';
import type { OrganizationParts } from '../../organization.ts';
import type { ClientRow } from '../clients/entity.ts';
import { noteEnded } from '../consents/end.ts';
import { ConsentEntity, type ConsentRow } from '../consents/entity.ts';
import { oauthErrors } from '../errors.ts';
import { signIdToken } from '../signing/id-token.ts';
import { CodeEntity, type CodeRow, TokenEntity, type TokenRow } from './entity.ts';
import { type IssuedTokens, issueTokens } from './issue.ts';

/** Seconds in which a refresh token may come again: the answer to the first may have been lost on its way. */
const repeatSeconds = 60;

/** Days for which a used refresh token is known as one, so that it is seen when it comes again. */
const watchedDays = 7;

type Exchanged = IssuedTokens & { consent: ConsentRow; nonce: string | null };
/** Null: it was used before, so that somebody else may have it; what had come of it has ended. */
type Outcome = { issued: Exchanged } | { endedHashes: string[] };

export const exchange = async (
  parts: OrganizationParts,
  client: ClientRow,
  request: TokenRequest,
): Promise<TokenReply> => {
  const outcome = await exchangeByType(parts, client, request);
  if ('endedHashes' in outcome) {
    await dropRecords(parts, outcome.endedHashes);
    throw oauthErrors.InvalidGrant('It was used before: all tokens that came of it have ended.');
  }
  const { consent, nonce, ...tokens } = outcome.issued;
  return { ...tokens, idToken: await signIdToken(parts, { client, consent, nonce, tokens }) };
};

const exchangeByType = (
  parts: OrganizationParts,
  client: ClientRow,
  request: TokenRequest,
): Promise<Outcome> => {
  const { grantType } = request;
  if (grantType === undefined) throw oauthErrors.InvalidRequest('grant_type is missing.');
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token')
    throw oauthErrors.UnsupportedGrantType('grant_type is authorization_code or refresh_token.');
  if (!client.grantTypes.includes(grantType))
    throw oauthErrors.UnauthorizedClient('The client is not registered for this grant_type.');
  return parts.db.transaction((em) =>
    (grantType === 'authorization_code' ? exchangeCode : refresh)(em, { client, request, now: parts.now() }),
  );
};

type Exchange = { client: ClientRow; request: TokenRequest; now: Date };

/** Holds the consent of a code or token, so that one exchange waits for another and none comes after its end. */
const holdConsent = (em: EntityManager, consentId: string): Promise<ConsentRow | null> =>
  em.getRepository(ConsentEntity).findOne({ where: { id: consentId }, lock: { mode: 'for_no_key_update' } });

const exchangeCode = async (em: EntityManager, { client, request, now }: Exchange): Promise<Outcome> => {
  if (request.code === undefined) throw oauthErrors.InvalidRequest('code is missing.');
  const codes = em.getRepository(CodeEntity);
  const where = { codeHash: sha256(request.code) };
  const seen = await codes.findOneBy(where);
  const consent = seen && (await holdConsent(em, seen.consentId));
  const code = consent && (await codes.findOneBy(where));
  if (!code || consent.clientId !== client.id || code.expiresAt <= now)
    throw oauthErrors.InvalidGrant('The code is unknown, or it has expired.');
  refuseOtherRequest(code, request);
  if (code.usedAt) return { endedHashes: await endFamily(em, code.id) };
  await codes.update({ id: code.id }, { usedAt: now });
  const { scopes } = code;
  const issued = await issueTokens(em, {
    ...{ client, consent, now, scopes, grantedScopes: scopes },
    familyId: code.id,
  });
  return { issued: { ...issued, consent, nonce: code.nonce } };
};

/** Throws where whoever brings the code cannot be whoever asked for it. */
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

const refresh = async (em: EntityManager, { client, request, now }: Exchange): Promise<Outcome> => {
  if (request.refreshToken === undefined) throw oauthErrors.InvalidRequest('refresh_token is missing.');
  const tokens = em.getRepository(TokenEntity);
  const where = { refreshHash: sha256(request.refreshToken) };
  const seen = await tokens.findOneBy(where);
  const consent = seen && (await holdConsent(em, seen.consentId));
  const token = consent && (await tokens.findOneBy(where));
  if (!token || consent.clientId !== client.id || token.endsAt <= now)
    throw oauthErrors.InvalidGrant('The refresh token is unknown, or it has ended.');
  if (isReplayed(token, now)) return { endedHashes: await endFamily(em, token.familyId) };
  const scopes = narrowed(token, request.scope);
  await tokens.update(
    { id: token.id },
    { refreshedAt: token.refreshedAt ?? now, endsAt: watchedUntil(token, now) },
  );
  const { familyId, grantedScopes } = token;
  const issued = await issueTokens(em, { client, consent, familyId, scopes, grantedScopes, now });
  return { issued: { ...issued, consent, nonce: null } };
};

const isReplayed = ({ refreshedAt }: TokenRow, now: Date): boolean =>
  refreshedAt !== null && now.getTime() - refreshedAt.getTime() > repeatSeconds * 1000;

/** One row a refresh, each for the life of a refresh token, would be thousands of every connection. */
const watchedUntil = ({ endsAt }: TokenRow, now: Date): Date =>
  new Date(Math.min(endsAt.getTime(), now.getTime() + watchedDays * 86_400_000));

const narrowed = ({ grantedScopes }: TokenRow, scope: string | undefined): OAuthScope[] => {
  if (scope === undefined) return grantedScopes;
  const scopes = readScopes(scope);
  if (!scopes?.every((one) => grantedScopes.includes(one)))
    throw oauthErrors.InvalidScope('A scope was not granted.');
  return scopes;
};

/** Ends all tokens of one code, in a transaction that holds their consent. Answers the hashes of access tokens that ended. */
export const endFamily = async (em: EntityManager, familyId: string): Promise<string[]> => {
  const ended = await sql<{ hash: string | null }>(
    em,
    'DELETE FROM oauth_tokens WHERE family_id = $1 RETURNING access_hash AS hash',
    [familyId],
  );
  return noteEnded(em, ended);
};
