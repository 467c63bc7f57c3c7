/** Which organization is active in a session: identity owns sessions, this service knows who belongs where. */
import { askClearActiveOrganization, askSetActiveOrganization } from '@tessera/proto/api/asks';
import type { UserCaller } from '@tessera/proto/api/passport';
import { findMember } from '../members/service.ts';
import type { Service } from '../service.ts';
import { errors } from './errors.ts';

/** Someone signed in, with the cookies they came with. */
export type Visitor = { caller: UserCaller; cookie: string };

/** Leaves no organization active in a session. Answers the cookies to set; throws when the session has ended. */
export const deactivate = (service: Service, visitor: Visitor): Promise<string[]> =>
  setActive(service, visitor, null);

/**
 * Makes an organization active in a member's session. Answers the cookies to set; throws when the session has ended,
 * or the membership: looked at again afterwards, because whoever ended it meanwhile may have cleared sessions before.
 */
export const activate = async (
  service: Service,
  visitor: Visitor,
  organizationId: string,
): Promise<string[]> => {
  const { userId } = visitor.caller;
  const setCookie = await setActive(service, visitor, organizationId);
  if (await findMember(service, { userId, organizationId })) return setCookie;
  await clearActive(service, { userId, organizationId });
  throw errors.NotAMember();
};

/** The same after something that stands whether or not the organization could be made the active one. */
export const tryActivate = async (
  service: Service,
  visitor: Visitor,
  organizationId: string,
): Promise<void> => {
  try {
    await activate(service, visitor, organizationId);
  } catch (error) {
    service.log.warn({ err: error, organizationId }, 'an organization was not made active');
  }
};

/**
 * Takes an organization from the sessions of someone who has left it (null: of everyone). When identity cannot be
 * reached it hears of the same by event.
 */
export const clearActive = async (
  { bus, log }: Service,
  left: { organizationId: string; userId: string | null },
): Promise<void> => {
  try {
    await bus.ask(askClearActiveOrganization, left);
  } catch (error) {
    log.warn({ err: error, ...left }, 'sessions leave an organization later');
  }
};

const setActive = async (
  { bus }: Service,
  { caller, cookie }: Visitor,
  organizationId: string | null,
): Promise<string[]> => {
  const { session, setCookie } = await bus.ask(askSetActiveOrganization, {
    sessionId: caller.sessionId,
    organizationId,
    cookie,
  });
  if (!session) throw errors.NoSession();
  return setCookie;
};
