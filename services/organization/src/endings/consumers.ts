/** Updates the copy of users, and ends their memberships, from identity's events. */
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { on } from '@tessera/kit/events/bus';
import { once } from '@tessera/kit/events/inbox';
import type { User, UserBanned } from '@tessera/proto/events/gen/tessera/identity/v1/events_pb';
import {
  userBanned,
  userCreated,
  userDeleted,
  userUnbanned,
  userUpdated,
} from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { dropRecords } from '../access-tokens/revocations.ts';
import { endOAuthOfUser, resumeOAuthOfUser, suspendOAuthOfUser } from '../oauth/end.ts';
import type { OrganizationParts } from '../organization.ts';
import { noteBan, noteBanEnd, noteDeparture } from '../users/departure.ts';
import { deleteUser, upsertUser } from '../users/service.ts';
import { endMembershipsOf } from './departure.ts';

const consumer = 'users';

/** Consumes user events in order, so that the latest state wins. */
export const followUsers = (parts: OrganizationParts) => {
  const upsert = async (user: User | undefined, eventId: string): Promise<void> => {
    if (!user) return;
    const { id, email, name, image = null } = user;
    await once(parts.db, { consumer, eventId }, (em) => upsertUser(em, { id, email, name, image }));
  };
  /** Runs an effect that revokes access tokens, and drops their records after the commit. */
  const ending = async (eventId: string, end: (em: EntityManager) => Promise<string[]>): Promise<void> => {
    let tokenHashes: string[] = [];
    await once(parts.db, { consumer, eventId }, async (em) => {
      tokenHashes = await end(em);
    });
    await dropRecords(parts, tokenHashes);
  };
  const removeUser = async (em: EntityManager, userId: string): Promise<string[]> => {
    await noteDeparture(em, userId);
    const ofOrganizations = await endMembershipsOf(em, parts, userId);
    const ofUser = await endOAuthOfUser(em, userId);
    await deleteUser(em, userId);
    return [...ofOrganizations, ...ofUser];
  };
  const banUser = async (em: EntityManager, { userId, expiresAt }: UserBanned): Promise<string[]> => {
    await noteBan(em, userId, expiresAt ? timestampDate(expiresAt) : null);
    return suspendOAuthOfUser(em, userId, parts.now());
  };
  return parts.bus.consume({
    name: consumer,
    begin: 'with the stream',
    on: [
      on(userCreated, ({ user }, { id }) => upsert(user, id)),
      on(userUpdated, ({ user }, { id }) => upsert(user, id)),
      on(userBanned, (ban, { id }) => ending(id, (em) => banUser(em, ban))),
      on(userUnbanned, ({ userId }, { id }) =>
        once(parts.db, { consumer, eventId: id }, async (em) => {
          await noteBanEnd(em, userId);
          await resumeOAuthOfUser(em, userId);
        }),
      ),
      on(userDeleted, ({ userId }, { id }) => ending(id, (em) => removeUser(em, userId))),
    ],
  });
};
