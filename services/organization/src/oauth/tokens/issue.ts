/** Issues an access token for one hour, and a refresh token if the client is registered for it. */
import { createToken, sha256 } from '@tessera/kit/secrets';
import { type OAuthScope, oauthPrefixes } from '@tessera/proto/api/organization/oauth/scopes';
import type { TokenReply } from '@tessera/proto/api/organization/oauth/token';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { ClientRow } from '../clients/entity.ts';
import { ConsentEntity, type ConsentRow } from '../consents/entity.ts';
import { TokenEntity } from './entity.ts';

/** Seconds. */
const accessLifetime = 3_600;
/** Lifetime of an unused refresh token, in seconds. */
const refreshLifetime = 90 * 24 * 60 * 60;

export type Issue = {
  client: ClientRow;
  /** Locked by the transaction. */
  consent: ConsentRow;
  familyId: string;
  scopes: OAuthScope[];
  grantedScopes: OAuthScope[];
  now: Date;
};

export type IssuedTokens = Omit<TokenReply, 'idToken'>;

export const issueTokens = async (em: EntityManager, issue: Issue): Promise<IssuedTokens> => {
  const { client, consent, familyId, scopes, grantedScopes, now } = issue;
  const isUser = consent.subType === 'user';
  const accessToken = createToken(isUser ? oauthPrefixes.userAccess : oauthPrefixes.organizationAccess);
  const refreshToken = client.grantTypes.includes('refresh_token')
    ? createToken(isUser ? oauthPrefixes.userRefresh : oauthPrefixes.organizationRefresh)
    : null;
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  await em.insert(TokenEntity, {
    id: uuidv7(),
    consentId: consent.id,
    familyId,
    scopes,
    grantedScopes,
    issuedAt: now,
    accessHash: sha256(accessToken),
    accessExpiresAt: after(accessLifetime),
    refreshHash: refreshToken === null ? null : sha256(refreshToken),
    endsAt: after(refreshToken === null ? accessLifetime : refreshLifetime),
    refreshedAt: null,
  });
  await em.update(ConsentEntity, { id: consent.id }, { lastUsedAt: now });
  return {
    accessToken,
    tokenType: 'Bearer',
    expiresIn: accessLifetime,
    ...(refreshToken !== null && { refreshToken }),
    scope: scopes.join(' '),
  };
};
