/** Answers other services' requests on the bus. */
import {
  askAdminRight,
  askClearActiveOrganization,
  askProviderToken,
  askRefreshedProviderToken,
  askSession,
  askSetActiveOrganization,
  askSetPassword,
  askUser,
} from '@tessera/proto/api/asks';
import type { ProviderTokenQuery } from '@tessera/proto/api/identity/social';
import { z } from 'zod';
import { accountErrors } from './accounts/errors.ts';
import { getAccessToken, refreshToken } from './accounts/tokens.ts';
import { mayDo } from './admin/roles.ts';
import type { Identity } from './identity.ts';
import { setPassword } from './passwords/change.ts';
import { findPreferences } from './preferences/service.ts';
import { cacheOf, clearActiveOrganization, setActiveOrganization } from './sessions/active-organization.ts';
import { findLiveSession } from './sessions/current.ts';
import { findUser } from './users/entity.ts';
import { viewUserFacts } from './users/view.ts';

const Id = z.uuid();

/** Starts to answer requests. */
export const answerAsks = async (identity: Identity): Promise<void> => {
  const { bus } = identity;
  await bus.answer(askSession, ({ token }) => findLiveSession(identity, token));
  await bus.answer(askSetPassword, async (question) => {
    await setPassword(identity, question);
    return { status: true };
  });
  await bus.answer(askUser, async ({ userId }) => {
    const user = Id.safeParse(userId).success ? await findUser(identity.db.manager, userId) : null;
    return user && { ...viewUserFacts(user), ...(await findPreferences(identity.db, user.id)) };
  });
  await bus.answer(askAdminRight, async ({ userId, permissions }) => {
    const user = Id.safeParse(userId).success ? await findUser(identity.db.manager, userId) : null;
    return { isGranted: user !== null && mayDo(identity.options.admin, user, permissions) };
  });
  await bus.answer(askSetActiveOrganization, (change) =>
    Id.safeParse(change.sessionId).success
      ? setActiveOrganization(identity, change)
      : Promise.resolve({ session: null, setCookie: [], setCache: [] }),
  );
  await bus.answer(askClearActiveOrganization, async ({ organizationId, userId, sessionId = '' }) => {
    const isSomeone = userId === null || Id.safeParse(userId).success;
    const cleared = isSomeone ? await clearActiveOrganization(identity, { organizationId, userId }) : 0;
    return { cleared, setCache: Id.safeParse(sessionId).success ? await cacheOf(identity, sessionId) : [] };
  });
  await bus.answer(askProviderToken, (wanted) => getAccessToken(identity, ofSomeone(wanted)));
  await bus.answer(askRefreshedProviderToken, (wanted) => refreshToken(identity, ofSomeone(wanted)));
};

/** Other services have no session, so they have to name the user. */
const ofSomeone = (wanted: ProviderTokenQuery): ProviderTokenQuery & { userId: string } => {
  const { userId } = wanted;
  if (!userId) throw accountErrors.NobodyNamed();
  if (!Id.safeParse(userId).success) throw accountErrors.NotFound();
  return { ...wanted, userId };
};
