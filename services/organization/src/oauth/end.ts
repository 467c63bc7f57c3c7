/** What ends of OAuth when somebody's account, or an organization, does; and what rests while an account is banned. */
import { type EntityManager, In, IsNull } from 'typeorm';
import { ClientEntity, type ClientRow } from './clients/entity.ts';
import { endConsents } from './consents/end.ts';

/** Ends some clients with everything that they were allowed. Answers the hashes of access tokens that ended. */
const endClients = async (
  em: EntityManager,
  where: Pick<ClientRow, 'userId'> | Pick<ClientRow, 'organizationId'>,
): Promise<string[]> => {
  const ids = await lockClients(em, where);
  const hashes = await endConsents(em, { clientId: In(ids) });
  await em.getRepository(ClientEntity).delete({ id: In(ids) });
  return hashes;
};

const lockClients = async (
  em: EntityManager,
  where: Pick<ClientRow, 'userId'> | Pick<ClientRow, 'organizationId'>,
): Promise<string[]> => {
  const rows = await em.getRepository(ClientEntity).find({
    where: where as { userId: string } | { organizationId: string }, // neither is null here
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  return rows.map(({ id }) => id);
};

/** A user is gone: what they allowed for themselves ends, and so do their clients, also for others. */
export const endOAuthOfUser = async (em: EntityManager, userId: string): Promise<string[]> => [
  ...(await endClients(em, { userId })),
  ...(await endConsents(em, { userId, organizationId: IsNull() })),
];

/** An organization ends, and with it what acts for it and its own clients. */
export const endOAuthOfOrganization = async (
  em: EntityManager,
  organizationId: string,
): Promise<string[]> => [
  ...(await endClients(em, { organizationId })),
  ...(await endConsents(em, { organizationId })),
];

/** A user is banned: nothing acts for them, and their clients act for nobody while it lasts. */
export const suspendOAuthOfUser = async (em: EntityManager, userId: string, now: Date): Promise<string[]> => {
  const ids = await lockClients(em, { userId });
  await em.getRepository(ClientEntity).update({ id: In(ids) }, { suspendedAt: now });
  return [
    ...(await endConsents(em, { clientId: In(ids) })),
    ...(await endConsents(em, { userId, organizationId: IsNull() })),
  ];
};

/** The ban is over: their clients are known again. */
export const resumeOAuthOfUser = async (em: EntityManager, userId: string): Promise<void> => {
  await em.getRepository(ClientEntity).update({ userId }, { suspendedAt: null });
};
