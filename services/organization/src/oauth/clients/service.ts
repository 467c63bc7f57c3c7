/** Registers and updates clients, and rotates their secrets. */
import { leavesAsIs } from '@tessera/kit/database/changes';
import { pageRows } from '@tessera/kit/database/page';
import { kitErrors, refuseField } from '@tessera/kit/errors';
import { createToken, sameText } from '@tessera/kit/secrets';
import type { OAuthClientCreate, OAuthClientUpdate } from '@tessera/proto/api/organization/oauth/client';
import { oauthPrefixes, readScopes } from '@tessera/proto/api/organization/oauth/scopes';
import type { PageQuery } from '@tessera/proto/api/page';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { listMemberships } from '../../members/service.ts';
import type { OrganizationParts } from '../../organization.ts';
import { lockOrganizationKey } from '../../organizations/lock.ts';
import { canManage } from '../../roles.ts';
import { lockFreeUser } from '../../users/departure.ts';
import { ClientEntity, type ClientRow } from './entity.ts';

/** The owner of a client: a user, an organization, or none (both null). */
export type ClientOwner = Pick<ClientRow, 'userId' | 'organizationId'>;

/** Maximum number of clients per owner, so that scripts cannot fill the database. */
const maxOfOne = 100;

/** Registers a client. Its secret is stored encrypted, not hashed: the owner can read it again. */
export const registerClient = async (
  { db, vault, now }: OrganizationParts,
  owner: ClientOwner,
  body: OAuthClientCreate,
): Promise<ClientRow> => {
  const isPublic = body.tokenEndpointAuthMethod === 'none';
  const row: ClientRow = {
    id: uuidv7(),
    clientId: createToken(oauthPrefixes.clientId),
    secretSealed: isPublic ? null : vault.encrypt(createToken(oauthPrefixes.clientSecret)),
    registrationSealed: vault.encrypt(createToken(oauthPrefixes.registration)),
    ...owner,
    name: body.clientName,
    redirectUris: [...new Set(body.redirectUris)],
    authMethod: body.tokenEndpointAuthMethod,
    grantTypes: [...new Set(body.grantTypes)],
    responseTypes: body.responseTypes,
    scopes: readScopes(body.scope) ?? [],
    clientUri: body.clientUri ?? null,
    logoUri: body.logoUri ?? null,
    tosUri: body.tosUri ?? null,
    policyUri: body.policyUri ?? null,
    defaultSubType: body.defaultSubType,
    createdAt: now(),
    modifiedAt: null,
    suspendedAt: null,
  };
  const { userId } = owner;
  await db.transaction(async (em) => {
    if (userId !== null && !(await lockFreeUser(em, userId, row.createdAt))) throw kitErrors.Unauthorized();
    await requireRoom(em, owner);
    await em.insert(ClientEntity, row);
  });
  return row;
};

/**
 * Throws NotPermitted when the owner has the maximum number of clients, ResourceNotFound when the organization was
 * deleted. Clients without an owner are not limited: the sweeper deletes unused ones.
 */
const requireRoom = async (em: EntityManager, { userId, organizationId }: ClientOwner): Promise<void> => {
  if (organizationId !== null && !(await lockOrganizationKey(em, organizationId)))
    throw kitErrors.ResourceNotFound();
  const where = organizationId === null ? userId !== null && { userId } : { organizationId };
  if (!where) return;
  // Registrations at the same time would count the same rows.
  const owner = `clients of ${organizationId ?? userId}`;
  await em.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [owner]);
  if ((await em.countBy(ClientEntity, where)) >= maxOfOne)
    throw kitErrors.NotPermitted(`No more than ${maxOfOne} clients can be registered.`);
};

/** Finds a client by its public `client_id`. Returns null for unknown and suspended clients. */
export const findClient = ({ db }: OrganizationParts, clientId: string): Promise<ClientRow | null> =>
  db.manager
    .createQueryBuilder(ClientEntity, 'client')
    .where('client.clientId = :clientId AND client.suspendedAt IS NULL', { clientId })
    .getOne();

/** Returns one page of an organization's clients, or of a user's with those of the organizations that they manage. */
export const pageClients = async (
  parts: OrganizationParts,
  owner: ClientOwner,
  { page, limit }: PageQuery,
): Promise<[ClientRow[], number]> => {
  const organizationIds =
    owner.userId === null ? [owner.organizationId] : await managedOrganizations(parts, owner.userId);
  const rows = parts.db.manager
    .createQueryBuilder(ClientEntity, 'client')
    .where('(client.userId = :userId OR client.organizationId = ANY(:organizationIds))', {
      userId: owner.userId,
      organizationIds,
    })
    .orderBy('client.createdAt', 'DESC')
    .addOrderBy('client.id', 'DESC');
  return pageRows(rows, { page, limit });
};

/** Returns the ids of the organizations that a user manages, in the order of joining. */
export const managedOrganizations = async (parts: OrganizationParts, userId: string): Promise<string[]> =>
  (await listMemberships(parts, userId))
    .filter(({ role }) => canManage(parts.options.roles, role))
    .map(({ organizationId }) => organizationId);

/**
 * Updates a client; omitted fields stay. A client that becomes public loses its secret, one that becomes confidential
 * gets one. Throws a validation error when `client_id` or `client_secret` does not match.
 */
export const updateClient = (
  { db, vault, now }: OrganizationParts,
  client: ClientRow,
  body: OAuthClientUpdate,
): Promise<ClientRow> => {
  if (body.clientId !== client.clientId)
    throw refuseField(['body', 'client_id'], 'Must match the client ID in the path');
  return db.transaction(async (em) => {
    const row = await em.findOne(ClientEntity, {
      where: { id: client.id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) throw kitErrors.ResourceNotFound();
    const secret = row.secretSealed === null ? '' : vault.decrypt(row.secretSealed);
    if (body.clientSecret && !sameText(body.clientSecret, secret))
      throw refuseField(['body', 'client_secret'], 'Must be the current secret, or omitted');
    const authMethod = body.tokenEndpointAuthMethod ?? row.authMethod;
    const present = row.secretSealed ?? vault.encrypt(createToken(oauthPrefixes.clientSecret));
    const wished = {
      name: body.clientName,
      redirectUris: [...new Set(body.redirectUris)],
      authMethod,
      secretSealed: authMethod === 'none' ? null : present,
      grantTypes: body.grantTypes ? [...new Set(body.grantTypes)] : row.grantTypes,
      responseTypes: body.responseTypes ?? row.responseTypes,
      scopes: body.scope === undefined ? row.scopes : (readScopes(body.scope) ?? []),
      clientUri: kept(body.clientUri, row.clientUri),
      logoUri: kept(body.logoUri, row.logoUri),
      tosUri: kept(body.tosUri, row.tosUri),
      policyUri: kept(body.policyUri, row.policyUri),
      defaultSubType: body.defaultSubType ?? row.defaultSubType,
    };
    if (leavesAsIs(row, wished)) return row;
    const change = { ...wished, modifiedAt: now() };
    await em.update(ClientEntity, { id: row.id }, change);
    return { ...row, ...change };
  });
};

const kept = (value: string | null | undefined, present: string | null): string | null =>
  value === undefined ? present : value;

/** Rotates a client's secret. The old one ends immediately, tokens stay valid. Throws for public clients. */
export const renewSecret = async (
  { db, vault, now }: OrganizationParts,
  client: ClientRow,
): Promise<ClientRow> => {
  if (client.secretSealed === null) throw kitErrors.BadRequest('A public client has no secret.');
  const change = { secretSealed: vault.encrypt(createToken(oauthPrefixes.clientSecret)), modifiedAt: now() };
  await db.manager.update(ClientEntity, { id: client.id }, change);
  return { ...client, ...change };
};
