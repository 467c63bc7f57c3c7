/** Checks whether a sign-in is recent enough for `prompt` and `max_age` (OpenID Connect Core, section 3.1.2.1). */
import { sha256 } from '@tessera/kit/secrets';
import type { AuthorizationRequest } from '@tessera/proto/api/organization/oauth/authorization';
import type { UserCaller } from '@tessera/proto/api/passport';
import { z } from 'zod';
import type { OrganizationParts } from '../../organization.ts';
import type { Wanted } from './request.ts';

/** Milliseconds for which a requested sign-in is remembered. */
const askedFor = 60 * 60 * 1000;

type Sign = Pick<OrganizationParts, 'vault' | 'now'>;

/** When a sign-in was requested (ms), and the digest of the only authorization request that it is valid for. */
const Asked = z.object({ at: z.number(), request: z.string() });

/** Whether a client constrains the time of the sign-in. Pure. */
export const isSignInJudged = ({ prompts, maxAge }: Wanted): boolean =>
  prompts.has('login') || maxAge !== null;

/** The time of the sign-in; null: not known, since an older gateway does not report it. Pure. */
export const authTimeOf = ({ signedInAt }: UserCaller): Date | null =>
  signedInAt === undefined ? null : new Date(signedInAt);

/** Returns an unforgeable token that records when this request asked for a sign-in. */
export const sealAsked = ({ vault, now }: Sign, request: AuthorizationRequest): string =>
  vault.encrypt(JSON.stringify({ at: now().getTime(), request: digestOf(request) }));

/**
 * Whether a session is recent enough: not older than `max_age`, or started after this request asked for a sign-in.
 * For `prompt=login` and its equivalent `max_age=0` only the latter counts.
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

/** When this request asked for a sign-in, in ms; null: it did not, or too long ago. */
const openAsked = ({ vault, now }: Sign, request: AuthorizationRequest): number | null => {
  if (request.signInAsked === undefined) return null;
  try {
    const asked = Asked.parse(JSON.parse(vault.decrypt(request.signInAsked)));
    const isOfThis = asked.request === digestOf(request) && now().getTime() - asked.at <= askedFor;
    return isOfThis ? asked.at : null;
  } catch {
    return null; // forged, or encrypted with a removed key: ask again
  }
};

const digestOf = (request: AuthorizationRequest): string => {
  const own = Object.entries(request).filter(
    ([name, value]) => name !== 'signInAsked' && value !== undefined,
  );
  return sha256(JSON.stringify(own));
};
