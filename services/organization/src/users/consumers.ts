/** Keeps the copy of users in step with identity. */
import { on } from '@tessera/kit/bus';
import { once } from '@tessera/kit/inbox';
import type { User } from '@tessera/proto/events/gen/tessera/identity/v1/events_pb';
import { userCreated, userUpdated } from '@tessera/proto/events/identity';
import type { Service } from '../service.ts';
import { keepUser } from './service.ts';

const consumer = 'users';

/** Follows users in the order of their events, so that the last word is the newest. */
export const followUsers = (service: Service) => {
  const keep = async (user: User | undefined, eventId: string): Promise<void> => {
    if (!user) return;
    const { id, email, name, image = null } = user;
    await once(service.db, { consumer, eventId }, (em) => keepUser(em, { id, email, name, image }));
  };
  return service.bus.consume({
    name: consumer,
    on: [
      on(userCreated, ({ user }, { id }) => keep(user, id)),
      on(userUpdated, ({ user }, { id }) => keep(user, id)),
    ],
  });
};
