/** The active organization of sessions: identity owns the sessions, this service knows the memberships. */
import { askClearActiveOrganization, askSetActiveOrganization } from '@tessera/proto/api/asks';
import { findMember } from '../members/service.ts';
import type { OrganizationParts } from '../organization.ts';
import { organizationErrors } from './errors.ts';
import type { RequestContext } from './request-context.ts';

/** Cookies to set: `setCookie` all that a session change rewrites, `setCache` only the browser's session cache. */
type Cookies = { setCookie: string[]; setCache: string[] };

/** Clears a session's active organization. Returns the cookies to set. Throws NoSession if it has ended. */
export const deactivate = async (parts: OrganizationParts, context: RequestContext): Promise<string[]> =>
  (await setActive(parts, context, null)).setCookie;

/**
 * Makes an organization the active one of a member's session. Returns the cookies to set. Throws if the session or
 * the membership has ended; the membership is checked again afterwards, because a concurrent removal may have cleared
 * sessions before.
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
  throw organizationErrors.NotAMember();
};

/**
 * As `activate`, after a change that succeeds even if this fails; failures are logged. Sets only the cookies that
 * update the browser's session cache: the contract sets no others here.
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
 * Clears an organization from the sessions of a former member, or of everyone (`userId` null). If identity is
 * unreachable, it does the same later on the event.
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
  if (!session) throw organizationErrors.NoSession();
  return { setCookie, setCache };
};
