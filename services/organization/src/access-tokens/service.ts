/** Organization access tokens: created, listed, renamed and revoked by users who manage the organization. */
import { pageRows, sortBy } from '@tessera/kit/database/page';
import { changedRows } from '@tessera/kit/database/sql';
import { AppError, kitErrors, refuseField } from '@tessera/kit/errors';
import { emit, transact } from '@tessera/kit/events/outbox';
import type { RowStep } from '@tessera/kit/http/endpoint';
import { createToken, sha256 } from '@tessera/kit/secrets';
import {
  accessTokenPrefix,
  type OrganizationAccessToken,
  type OrganizationAccessTokenCreate,
  type OrganizationAccessTokenCreated,
  type OrganizationAccessTokenListQuery,
  type OrganizationAccessTokenUpdate,
} from '@tessera/proto/api/organization/access-token';
import {
  accessTokenCreated,
  accessTokenRevoked,
  accessTokenUpdated,
} from '@tessera/proto/events/organization';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { listMemberships, lockManager, requireManager } from '../members/service.ts';
import type { OrganizationParts } from '../organization.ts';
import { canManage } from '../roles.ts';
import { millisecondsOf } from './duration.ts';
import { AccessTokenEntity, type AccessTokenRow } from './entity.ts';
import { dropRecord, noteRevocation } from './revocations.ts';
import { viewAccessToken } from './view.ts';

/** The maximum expiry: timestamps in replies have years of four digits. */
const latest = Date.UTC(9999, 11, 31);

/** Creates a token. Only this response contains its text. */
export const createAccessToken = async (
  parts: OrganizationParts,
  userId: string,
  body: OrganizationAccessTokenCreate,
): Promise<OrganizationAccessTokenCreated> => {
  const { organizationId, comment, scopes } = body;
  const now = parts.now();
  const expiresAt = expiryOf(body, now);
  const token = createToken(accessTokenPrefix);
  const row: AccessTokenRow = {
    id: uuidv7(),
    organizationId,
    tokenHash: sha256(token),
    comment,
    scopes,
    expiresAt,
    lastUsedAt: null,
    createdAt: now,
    modifiedAt: null,
  };
  await transact(parts.db, async (em) => {
    await lockNamed(em, parts, { userId, organizationId });
    await em.insert(AccessTokenEntity, row);
    await emit(em, accessTokenCreated, { accessTokenId: row.id, organizationId, scopes });
  });
  return { organizationAccessToken: viewAccessToken(row), token };
};

/** Locks the organization named in the body. Throws a validation error for the field if the user cannot see it. */
const lockNamed = (...named: Parameters<typeof lockManager>): Promise<void> =>
  lockManager(...named).catch((error: unknown) => {
    const isAbsent = error instanceof AppError && error.status === 404;
    throw isAbsent ? refuseField(['body', 'organization_id'], 'Organization not found.') : error;
  });

/** Returns the expiry of a new token; null: never. Throws a validation error if it is not in the future. */
const expiryOf = (
  { expiresAt = null, expiresIn }: Pick<OrganizationAccessTokenCreate, 'expiresAt' | 'expiresIn'>,
  now: Date,
): Date | null => {
  const isFromNow = expiresIn != null;
  if (expiresAt && isFromNow)
    throw refuseField(['body', 'expires_in'], 'Provide either expires_at or expires_in');
  const end = isFromNow ? new Date(now.getTime() + millisecondsOf(expiresIn)) : expiresAt;
  // Also rejects years that the database cannot store.
  if (end && !(end > now && end.getTime() <= latest))
    throw refuseField(
      ['body', isFromNow ? 'expires_in' : 'expires_at'],
      'Must be in the future',
      'greater_than',
    );
  return end;
};

/** Returns a page of the tokens of the organizations that a user manages, and the total count. */
export const pageAccessTokens = async (
  parts: OrganizationParts,
  userId: string,
  query: OrganizationAccessTokenListQuery,
): Promise<[AccessTokenRow[], number]> => {
  const ids = await managedIds(parts, userId, query.organizationId);
  const rows = parts.db.manager
    .createQueryBuilder(AccessTokenEntity, 'token')
    .where('token.organizationId = ANY(:ids)', { ids });
  return pageRows(
    sortBy(rows, query.sorting, {
      created_at: 'token.createdAt',
      comment: 'token.comment',
      last_used_at: 'token.lastUsedAt',
    }),
    query,
  );
};

/**
 * Returns the organizations that a user manages. Of `wanted`, those the user is no member of are omitted; throws
 * NotPermitted for those the user does not manage.
 */
const managedIds = async (
  parts: OrganizationParts,
  userId: string,
  wanted: string[] | undefined,
): Promise<string[]> => {
  const members = await listMemberships(parts, userId);
  const managed = members.filter(({ role }) => canManage(parts.options.roles, role));
  if (!wanted) return managed.map(({ organizationId }) => organizationId);
  const asked = new Set(wanted.map((id) => id.toLowerCase()));
  const own = members.filter(({ organizationId }) => asked.has(organizationId));
  if (own.some((member) => !managed.includes(member)))
    throw kitErrors.NotPermitted('Your role does not allow you to see access tokens.');
  return own.map(({ organizationId }) => organizationId);
};

/** An endpoint's row step: finds a token for a user who manages its organization. */
export const manageableToken =
  (parts: OrganizationParts): RowStep<{ id: string }, AccessTokenRow> =>
  async ({ params, caller }) => {
    if (caller.kind !== 'user') throw kitErrors.Unauthorized();
    const token = await parts.db.manager.findOneBy(AccessTokenEntity, { id: params.id });
    if (!token) throw kitErrors.ResourceNotFound();
    await requireManager(parts, { userId: caller.userId, organizationId: token.organizationId });
    return token;
  };

/** Revokes a token. It is rejected from the time of the response on. */
export const revokeAccessToken = async (
  parts: OrganizationParts,
  { id, organizationId, tokenHash }: AccessTokenRow,
): Promise<void> => {
  const isRevoked = await transact(parts.db, async (em) => {
    // Waits for a transaction that is caching this token in Redis; later ones find no row.
    const { affected } = await em.delete(AccessTokenEntity, { id });
    if (!affected) return false;
    await noteRevocation(em, tokenHash);
    await emit(em, accessTokenRevoked, { accessTokenId: id, organizationId, tokenHash });
    return true;
  });
  if (!isRevoked) throw kitErrors.ResourceNotFound();
  await dropRecord(parts, tokenHash);
};

/** Renames a token; unchanged without a name. Throws a validation error if scopes would change. */
export const renameAccessToken = (
  parts: OrganizationParts,
  { id, organizationId }: AccessTokenRow,
  { comment, scopes }: OrganizationAccessTokenUpdate,
): Promise<OrganizationAccessToken> =>
  transact(parts.db, async (em) => {
    const token = await em.findOne(AccessTokenEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!token) throw kitErrors.ResourceNotFound();
    if (scopes && !isSameSet(scopes, token.scopes))
      throw refuseField(['body', 'scopes'], 'Scopes cannot be changed. Create another token.', 'forbidden');
    if (comment == null || comment === token.comment) return viewAccessToken(token);
    const change = { comment, modifiedAt: parts.now() };
    await em.update(AccessTokenEntity, { id }, change);
    await emit(em, accessTokenUpdated, { accessTokenId: id, organizationId });
    return viewAccessToken({ ...token, ...change });
  });

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));

/** Revokes all tokens of an organization that is being deleted. Returns their hashes, to drop their records. */
export const endAccessTokens = async (em: EntityManager, organizationId: string): Promise<string[]> => {
  const tokens = await em.findBy(AccessTokenEntity, { organizationId });
  for (const { id, tokenHash } of tokens) {
    await em.delete(AccessTokenEntity, { id });
    await noteRevocation(em, tokenHash);
    await emit(em, accessTokenRevoked, { accessTokenId: id, organizationId, tokenHash });
  }
  return tokens.map(({ tokenHash }) => tokenHash);
};

/** Records a token's last use; an older time never replaces a newer one. Returns false if the token is unknown. */
export const recordUse = async ({ db }: OrganizationParts, tokenId: string, at: Date): Promise<boolean> => {
  const text = 'UPDATE access_tokens SET last_used_at = GREATEST(last_used_at, $2) WHERE id = $1';
  return (await changedRows(db, text, [tokenId, at])) > 0;
};
