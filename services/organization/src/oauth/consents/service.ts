/** Grants, finds, lists and revokes consents. */
import { pageRows } from '@tessera/kit/database/page';
import { kitErrors } from '@tessera/kit/errors';
import { emit, transact } from '@tessera/kit/events/outbox';
import type { RowStep } from '@tessera/kit/http/endpoint';
import { requestedLanguage } from '@tessera/kit/text/request-language';
import type {
  OAuthConsent,
  OAuthConsentListQuery,
} from '@tessera/proto/api/organization/oauth/authorization';
import type { OAuthScope } from '@tessera/proto/api/organization/oauth/scopes';
import { oauthConsentGiven } from '@tessera/proto/events/organization';
import { type EntityManager, In, IsNull } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { dropRecords } from '../../access-tokens/revocations.ts';
import { findMember, requireManager } from '../../members/service.ts';
import type { OrganizationParts } from '../../organization.ts';
import { canManage } from '../../roles.ts';
import { findUsers } from '../../users/service.ts';
import { ClientEntity, type ClientRow } from '../clients/entity.ts';
import { viewPublic } from '../clients/view.ts';
import { endConsents } from './end.ts';
import { ConsentEntity, type ConsentRow } from './entity.ts';
import { mailLanguages } from './mail.ts';

/** The subject that a client acts for: the user, or with `organizationId` an organization on the user's authority. */
export type Subject = { userId: string; organizationId: string | null };

const whereOf = (clientId: string, { userId, organizationId }: Subject) =>
  organizationId === null ? { clientId, userId, organizationId: IsNull() } : { clientId, organizationId };

/** Finds a client's consent for a subject. */
export const findConsent = (
  { db }: OrganizationParts,
  client: ClientRow,
  subject: Subject,
): Promise<ConsentRow | null> => db.manager.findOneBy(ConsentEntity, whereOf(client.id, subject));

/** Whether a consent includes all of these scopes. Pure. */
export const covers = (consent: ConsentRow | null, scopes: readonly OAuthScope[]): boolean =>
  consent !== null && scopes.every((scope) => consent.scopes.includes(scope));

type Given = { client: ClientRow; subject: Subject; scopes: OAuthScope[]; now: Date };

/**
 * Adds scopes to a consent, or creates it. Returns it with its row locked until the transaction ends. Throws
 * ServiceUnavailable when it is revoked again and again meanwhile.
 */
export const giveConsent = async (em: EntityManager, given: Given): Promise<ConsentRow> => {
  // Both return null when the consent is revoked between them: try again.
  for (let tries = 0; tries < 3; tries += 1) {
    const consent = (await firstConsent(em, given)) ?? (await moreConsent(em, given));
    if (consent) return consent;
  }
  throw kitErrors.ServiceUnavailable();
};

/** Inserts the consent. Returns null when it exists. */
const firstConsent = async (em: EntityManager, given: Given): Promise<ConsentRow | null> => {
  const { client, subject, scopes, now } = given;
  const row: ConsentRow = {
    id: uuidv7(),
    clientId: client.id,
    subType: subject.organizationId === null ? 'user' : 'organization',
    ...subject,
    scopes,
    createdAt: now,
    modifiedAt: null,
    lastUsedAt: null,
  };
  const { raw } = await em
    .createQueryBuilder()
    .insert()
    .into(ConsentEntity)
    .values(row)
    .orIgnore()
    .returning('id')
    .execute();
  if ((raw as unknown[]).length === 0) return null; // TypeORM does not type the rows of RETURNING
  await emitConsent(em, given, row);
  return row;
};

/** Locks the consent and adds scopes. Returns null when it no longer exists. */
const moreConsent = async (em: EntityManager, given: Given): Promise<ConsentRow | null> => {
  const { client, subject, scopes, now } = given;
  const found = await em.findOne(ConsentEntity, {
    where: whereOf(client.id, subject),
    lock: { mode: 'pessimistic_write' },
  });
  if (!found) return null;
  const change = {
    scopes: [...new Set([...found.scopes, ...scopes])],
    userId: subject.userId,
    modifiedAt: now,
  };
  await em.update(ConsentEntity, { id: found.id }, change);
  if (!covers(found, scopes)) await emitConsent(em, given, { ...found, ...change });
  return { ...found, ...change };
};

const emitConsent = (
  em: EntityManager,
  { client, subject }: Given,
  { id, scopes }: ConsentRow,
): Promise<void> =>
  emit(em, oauthConsentGiven, {
    consentId: id,
    clientId: client.clientId,
    clientName: client.name,
    userId: subject.userId,
    ...(subject.organizationId !== null && { organizationId: subject.organizationId }),
    scopes,
    language: requestedLanguage(mailLanguages),
  });

/**
 * Returns one page of a user's own consents, or of an organization's. Throws NotPermitted for members who do not
 * manage the organization; the page is empty for non-members.
 */
export const pageConsents = async (
  parts: OrganizationParts,
  userId: string,
  { organizationId, page, limit }: OAuthConsentListQuery,
): Promise<[OAuthConsent[], number]> => {
  if (organizationId !== undefined) {
    const member = await findMember(parts, { userId, organizationId });
    if (!member) return [[], 0];
    if (!canManage(parts.options.roles, member.role))
      throw kitErrors.NotPermitted("Your role does not allow you to see the organization's apps.");
  }
  const rows = parts.db.manager.createQueryBuilder(ConsentEntity, 'consent');
  if (organizationId === undefined)
    rows.where('consent.userId = :userId AND consent.organizationId IS NULL', { userId });
  else rows.where('consent.organizationId = :organizationId', { organizationId });
  rows.orderBy('consent.createdAt', 'DESC').addOrderBy('consent.id', 'DESC');
  const [found, total] = await pageRows(rows, { page, limit });
  return [await viewConsents(parts, found), total];
};

const viewConsents = async (parts: OrganizationParts, rows: ConsentRow[]): Promise<OAuthConsent[]> => {
  const [clients, users] = await Promise.all([
    parts.db.manager.findBy(ClientEntity, { id: In(rows.map(({ clientId }) => clientId)) }),
    findUsers(
      parts,
      rows.map(({ userId }) => userId),
    ),
  ]);
  const byId = new Map(clients.map((client) => [client.id, client]));
  return rows.flatMap(({ clientId, userId, ...row }) => {
    const client = byId.get(clientId);
    const user = users.get(userId);
    // Deleted between the two statements.
    if (!client) return [];
    return { ...row, client: viewPublic(client), user: user ? nameOf(user) : null };
  });
};

const nameOf = ({ id, name, email }: { id: string; name: string; email: string }) => ({ id, name, email });

/** The endpoint step that loads a consent and throws unless the caller may revoke it. */
export const revocableConsent =
  (parts: OrganizationParts): RowStep<{ id: string }, ConsentRow> =>
  async ({ params, caller }) => {
    if (caller.kind !== 'user') throw kitErrors.Unauthorized();
    const consent = await parts.db.manager.findOneBy(ConsentEntity, { id: params.id });
    if (!consent) throw kitErrors.ResourceNotFound();
    const { userId } = caller;
    const { organizationId } = consent;
    if (organizationId !== null) await requireManager(parts, { userId, organizationId });
    else if (consent.userId !== userId) throw kitErrors.ResourceNotFound();
    return consent;
  };

/** Revokes a consent. When it resolves, its tokens are no longer accepted. */
export const revokeConsent = async (parts: OrganizationParts, { id }: ConsentRow): Promise<void> => {
  const hashes = await transact(parts.db, (em) => endConsents(em, { id }));
  await dropRecords(parts, hashes);
};
