/** Token introspection (RFC 7662) and revocation (RFC 7009). */
import { sha256 } from '@tessera/kit/secrets';
import type { IntrospectReply, TokenQuery } from '@tessera/proto/api/organization/oauth/token';
import { dropRecords } from '../../access-tokens/revocations.ts';
import type { OrganizationParts } from '../../organization.ts';
import type { ClientRow } from '../clients/entity.ts';
import { noteEnded } from '../consents/end.ts';
import { ConsentEntity, type ConsentRow } from '../consents/entity.ts';
import { oauthErrors } from '../errors.ts';
import { TokenEntity, type TokenRow } from './entity.ts';
import { endFamily } from './exchange.ts';

type Found = { token: TokenRow; consent: ConsentRow; kind: 'access_token' | 'refresh_token' };

/** Finds a client's token by its text. Null: unknown, or of another client. Throws InvalidRequest without a text. */
const findToken = async (
  { db }: OrganizationParts,
  client: ClientRow,
  text: string | undefined,
): Promise<Found | null> => {
  if (text === undefined) throw oauthErrors.InvalidRequest('token is missing.');
  const hash = sha256(text);
  const token = await db.manager.findOneBy(TokenEntity, [{ accessHash: hash }, { refreshHash: hash }]);
  const consent = token && (await db.manager.findOneBy(ConsentEntity, { id: token.consentId }));
  if (!token || consent?.clientId !== client.id) return null;
  return { token, consent, kind: token.accessHash === hash ? 'access_token' : 'refresh_token' };
};

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

const endOf = ({ token, kind }: Found): Date =>
  kind === 'access_token' ? token.accessExpiresAt : token.endsAt;

const isActive = (found: Found, now: Date): boolean =>
  endOf(found) > now && (found.kind === 'access_token' || found.token.refreshedAt === null);

/** The response for invalid tokens, which does not reveal whether the token ever existed. */
const inactive: Omit<IntrospectReply, 'iss'> = {
  active: false,
  clientId: '',
  tokenType: 'access_token',
  scope: '',
  subType: 'user',
  sub: '',
  aud: '',
  exp: 0,
  iat: 0,
};

export const introspect = async (
  parts: OrganizationParts,
  client: ClientRow,
  { token: text }: TokenQuery,
): Promise<IntrospectReply> => {
  // Without a secret, anyone could introspect in the client's name.
  if (client.secretSealed === null)
    throw oauthErrors.InvalidClient('A public client cannot introspect tokens.');
  const found = await findToken(parts, client, text);
  const iss = parts.publicUrl;
  if (!found || !isActive(found, parts.now())) return { ...inactive, iss };
  const { token, consent, kind } = found;
  return {
    active: true,
    clientId: client.clientId,
    tokenType: kind,
    scope: (kind === 'access_token' ? token.scopes : token.grantedScopes).join(' '),
    subType: consent.subType,
    sub: consent.organizationId ?? consent.userId,
    aud: client.clientId,
    iss,
    exp: seconds(endOf(found)),
    iat: seconds(token.issuedAt),
  };
};

/**
 * Revokes all tokens of the same code. Revokes only the access token when it is one and the hint says so. Ignores
 * unknown tokens.
 */
export const revokeToken = async (
  parts: OrganizationParts,
  client: ClientRow,
  { token: text, tokenTypeHint }: TokenQuery,
): Promise<void> => {
  const found = await findToken(parts, client, text);
  if (!found) return;
  const { token, kind } = found;
  const hashes = await parts.db.transaction(async (em) => {
    // Waits for a concurrent refresh, so that its tokens end too.
    await em.findOne(ConsentEntity, { where: { id: token.consentId }, lock: { mode: 'pessimistic_write' } });
    if (kind === 'refresh_token' || tokenTypeHint !== 'access_token') return endFamily(em, token.familyId);
    await em.update(TokenEntity, { id: token.id }, { accessHash: null });
    return noteEnded(em, [{ hash: token.accessHash }]);
  });
  await dropRecords(parts, hashes);
};
