/** Keeps the copy of users, and with it their memberships, in step with identity. */
import { on } from '@tessera/kit/bus';
import { once } from '@tessera/kit/inbox';
import type { User } from '@tessera/proto/events/gen/tessera/identity/v1/events_pb';
import { userCreated, userDeleted, userUpdated } from '@tessera/proto/events/identity';
import { dropRecord } from '../access-tokens/revocations.ts';
import type { OrganizationParts } from '../organization.ts';
import { deleteUser, upsertUser } from '../users/service.ts';
import { endMembershipsOf } from './departure.ts';

const consumer = 'users';

/** Follows users in the order of their events, so that the last word is the newest. */
export const followUsers = (parts: OrganizationParts) => {
  const upsert = async (user: User | undefined, eventId: string): Promise<void> => {
    if (!user) return;
    const { id, email, name, image = null } = user;
    await once(parts.db, { consumer, eventId }, (em) => upsertUser(em, { id, email, name, image }));
  };
  const removeUser = async (userId: string, eventId: string): Promise<void> => {
    let tokenHashes: string[] = [];
    await once(parts.db, { consumer, eventId }, async (em) => {
      tokenHashes = await endMembershipsOf(em, parts, userId);
      await deleteUser(em, userId);
    });
    await Promise.all(tokenHashes.map((hash) => dropRecord(parts, hash)));
  };
  return parts.bus.consume({
    name: consumer,
    begin: 'with the stream',
    on: [
      on(userCreated, ({ user }, { id }) => upsert(user, id)),
      on(userUpdated, ({ user }, { id }) => upsert(user, id)),
      on(userDeleted, ({ userId }, { id }) => removeUser(userId, id)),
    ],
  });
};
