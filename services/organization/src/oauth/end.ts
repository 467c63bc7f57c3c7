/**
 * Ends clients and consents with their tokens: one client, those of deleted users and organizations. Suspends clients
 * of banned users.
 */
import { transact } from '@tessera/kit/events/outbox';
import { type EntityManager, In, IsNull } from 'typeorm';
import { dropRecords } from '../access-tokens/revocations.ts';
import type { OrganizationParts } from '../organization.ts';
import { ClientEntity, type ClientRow } from './clients/entity.ts';
import { endConsents } from './consents/end.ts';

/** Deletes a client with its consents and tokens. When it resolves, the tokens are no longer accepted. */
export const deleteClient = async (parts: OrganizationParts, { id }: ClientRow): Promise<void> => {
  const hashes = await transact(parts.db, async (em) => {
    await em.findOne(ClientEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
    const ended = await endConsents(em, { clientId: id });
    await em.delete(ClientEntity, { id });
    return ended;
  });
  await dropRecords(parts, hashes);
};

/** Deletes an owner's clients with their consents and tokens. Returns the hashes of the access tokens that ended. */
const endClients = async (
  em: EntityManager,
  where: Pick<ClientRow, 'userId'> | Pick<ClientRow, 'organizationId'>,
): Promise<string[]> => {
  const ids = await lockClients(em, where);
  const hashes = await endConsents(em, { clientId: In(ids) });
  await em.delete(ClientEntity, { id: In(ids) });
  return hashes;
};

const lockClients = async (
  em: EntityManager,
  where: Pick<ClientRow, 'userId'> | Pick<ClientRow, 'organizationId'>,
): Promise<string[]> => {
  const rows = await em.find(ClientEntity, {
    where: where as { userId: string } | { organizationId: string }, // neither is null here
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  return rows.map(({ id }) => id);
};

/** For a deleted user: deletes their own consents, and their clients with all consents. Returns hashes as above. */
export const endOAuthOfUser = async (em: EntityManager, userId: string): Promise<string[]> => [
  ...(await endClients(em, { userId })),
  ...(await endConsents(em, { userId, organizationId: IsNull() })),
];

/** For a deleted organization: deletes its consents, and its clients with all consents. Returns hashes as above. */
export const endOAuthOfOrganization = async (
  em: EntityManager,
  organizationId: string,
): Promise<string[]> => [
  ...(await endClients(em, { organizationId })),
  ...(await endConsents(em, { organizationId })),
];

/**
 * For a banned user: deletes their own consents and all consents of their clients, and suspends the clients. Returns
 * hashes as above.
 */
export const suspendOAuthOfUser = async (em: EntityManager, userId: string, now: Date): Promise<string[]> => {
  const ids = await lockClients(em, { userId });
  await em.update(ClientEntity, { id: In(ids) }, { suspendedAt: now });
  return [
    ...(await endConsents(em, { clientId: In(ids) })),
    ...(await endConsents(em, { userId, organizationId: IsNull() })),
  ];
};

/** For a user whose ban was lifted: reactivates their clients. Consents are not restored. */
export const resumeOAuthOfUser = async (em: EntityManager, userId: string): Promise<void> => {
  await em.update(ClientEntity, { userId }, { suspendedAt: null });
};
