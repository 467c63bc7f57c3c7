/** Opening a session, for every way of signing in. */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { emit } from '@tessera/kit/outbox';
import { randomText } from '@tessera/kit/secrets';
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { AuthSession } from '@tessera/proto/api/identity/session';
import { sessionCreated } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Identity } from '../identity.ts';
import type { Client } from '../transport/client.ts';
import type { User } from '../users/entity.ts';
import { insertSession } from './rows.ts';
import { firstExpiry } from './rules.ts';

/** Adds a session with a token of its own and says so. The copy is written after the commit (`settleCopies`). */
export const openSession = async (
  em: EntityManager,
  identity: Identity,
  opening: { user: User; client: Client; isForgotten?: boolean },
): Promise<SessionRecord> => {
  const now = identity.now();
  const session: AuthSession = {
    id: uuidv7(),
    token: randomText(32),
    userId: opening.user.id,
    expiresAt: firstExpiry(identity.options.session, now, opening.isForgotten ?? false),
    createdAt: now,
    updatedAt: now,
    ...opening.client,
    activeOrganizationId: null,
    impersonatedBy: null,
  };
  await insertSession(em, session);
  await emit(em, sessionCreated, {
    sessionId: session.id,
    userId: session.userId,
    expiresAt: timestampFromDate(session.expiresAt),
  });
  return { session, user: opening.user };
};
