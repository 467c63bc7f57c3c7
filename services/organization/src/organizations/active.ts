/** Which organization is active in a session: identity owns sessions, this service knows who belongs where. */
import { askClearActiveOrganization, askSetActiveOrganization } from '@tessera/proto/api/asks';
import { findMember } from '../members/service.ts';
import type { OrganizationParts } from '../organization.ts';
import { errors } from './errors.ts';
import type { RequestContext } from './request-context.ts';

/** Cookies to set: all that a change of the session rewrites, and of them the browser's copy of the session alone. */
type Cookies = { setCookie: string[]; setCache: string[] };

/** Leaves no organization active in a session. Answers the cookies to set; throws when the session has ended. */
export const deactivate = async (parts: OrganizationParts, context: RequestContext): Promise<string[]> =>
  (await setActive(parts, context, null)).setCookie;

/**
 * Makes an organization active in a member's session. Answers the cookies to set; throws when the session has ended,
 * or the membership: looked at again afterwards, because whoever ended it meanwhile may have cleared sessions before.
 */
export const activate = async (
  parts: OrganizationParts,
  context: RequestContext,
  organizationId: string,
): Promise<Cookies> => {
  const { userId } = context.caller;
  const cookies = await setActive(parts, context, organizationId);
  if (await findMember(parts, { userId, organizationId })) return cookies;
  await clearActive(parts, { userId, organizationId }, context);
  throw errors.NotAMember();
};

/**
 * The same after something that stands whether or not the organization could be made the active one. Of the cookies
 * only those that keep the browser's copy of the session true: the contract has none besides.
 */
export const tryActivate = async (
  parts: OrganizationParts,
  context: RequestContext,
  organizationId: string,
): Promise<void> => {
  try {
    context.setCookies((await activate(parts, context, organizationId)).setCache);
  } catch (error) {
    parts.log.warn({ err: error, organizationId }, 'an organization was not made active');
  }
};

/**
 * Takes an organization from the sessions of someone who has left it (null: of everyone). When identity cannot be
 * reached it hears of the same by event.
 */
export const clearActive = async (
  { bus, log }: OrganizationParts,
  left: { organizationId: string; userId: string | null },
  context: RequestContext,
): Promise<void> => {
  const { sessionId } = context.caller;
  try {
    context.setCookies((await bus.ask(askClearActiveOrganization, { ...left, sessionId })).setCache);
  } catch (error) {
    log.warn({ err: error, ...left }, 'sessions leave an organization later');
  }
};

const setActive = async (
  { bus }: OrganizationParts,
  { caller, cookie }: RequestContext,
  organizationId: string | null,
): Promise<Cookies> => {
  const { session, setCookie, setCache } = await bus.ask(askSetActiveOrganization, {
    sessionId: caller.sessionId,
    organizationId,
    cookie,
  });
  if (!session) throw errors.NoSession();
  return { setCookie, setCache };
};
