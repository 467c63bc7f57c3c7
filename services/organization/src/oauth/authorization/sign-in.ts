/** Whether whoever is signed in has proven it lately enough for a client (OpenID Connect Core, section 3.1.2.1). */
import { sha256 } from '@tessera/kit/secrets';
import type { AuthorizationRequest } from '@tessera/proto/api/organization/oauth/authorization';
import type { UserCaller } from '@tessera/proto/api/passport';
import { z } from 'zod';
import type { OrganizationParts } from '../../organization.ts';
import type { Wanted } from './request.ts';

/** Milliseconds in which somebody who was asked to sign in comes back. */
const askedFor = 60 * 60 * 1000;

type Sign = Pick<OrganizationParts, 'vault' | 'now'>;

/** When a sign-in was asked for, and by which request: with another it is worth nothing. */
const Asked = z.object({ at: z.number(), request: z.string() });

/** Whether a client wants to know more than that somebody is signed in. Pure. */
export const isSignInJudged = ({ prompts, maxAge }: Wanted): boolean =>
  prompts.has('login') || maxAge !== null;

/** When this person signed in; null: a gateway of before does not tell. Pure. */
export const authTimeOf = ({ signedInAt }: UserCaller): Date | null =>
  signedInAt === undefined ? null : new Date(signedInAt);

/** The moment in which a request asks somebody to sign in, as a text that nobody else can make. */
export const sealAsked = ({ vault, now }: Sign, request: AuthorizationRequest): string =>
  vault.encrypt(JSON.stringify({ at: now().getTime(), request: digestOf(request) }));

/**
 * Whether a session is new enough: younger than `max_age`, or begun after this same request had asked for a sign-in. What
 * wants a new one (`prompt=login`, and `max_age=0`, which is the same) takes the second alone.
 */
export const isSignedInFor = (
  parts: Sign,
  { person, request, wanted }: { person: UserCaller; request: AuthorizationRequest; wanted: Wanted },
): boolean => {
  if (!isSignInJudged(wanted)) return true;
  const { signedInAt } = person;
  if (signedInAt === undefined) return false;
  const { maxAge, prompts } = wanted;
  const isNewWanted = prompts.has('login') || maxAge === null || maxAge === 0;
  if (!isNewWanted && parts.now().getTime() - signedInAt <= maxAge * 1000) return true;
  const askedAt = openAsked(parts, request);
  return askedAt !== null && signedInAt >= askedAt;
};

/** When this request asked for a sign-in; null: it did not, or long ago. */
const openAsked = ({ vault, now }: Sign, request: AuthorizationRequest): number | null => {
  if (request.signInAsked === undefined) return null;
  try {
    const asked = Asked.parse(JSON.parse(vault.decrypt(request.signInAsked)));
    const isOfThis = asked.request === digestOf(request) && now().getTime() - asked.at <= askedFor;
    return isOfThis ? asked.at : null;
  } catch {
    return null; // forged, or sealed with a key that is gone: it is asked for anew
  }
};

const digestOf = (request: AuthorizationRequest): string => {
  const own = Object.entries(request).filter(
    ([name, value]) => name !== 'signInAsked' && value !== undefined,
  );
  return sha256(JSON.stringify(own));
};
