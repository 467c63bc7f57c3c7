/** The authorization flow: asks the user for consent and returns the answer to the client. */
import { kitErrors } from '@tessera/kit/errors';
import { requireInPerson } from '@tessera/kit/http/passport';
import type {
  AuthorizationRequest,
  AuthorizationStep,
  AuthorizeReply,
} from '@tessera/proto/api/organization/oauth/authorization';
import type { UserCaller } from '@tessera/proto/api/passport';
import { In } from 'typeorm';
import { findMember } from '../../members/service.ts';
import type { OrganizationParts } from '../../organization.ts';
import { OrganizationEntity, type OrganizationRow } from '../../organizations/entity.ts';
import { canManage } from '../../roles.ts';
import { findUsers } from '../../users/service.ts';
import type { ClientRow } from '../clients/entity.ts';
import { findClient, managedOrganizations } from '../clients/service.ts';
import { viewPublic } from '../clients/view.ts';
import { covers, findConsent, type Subject } from '../consents/service.ts';
import { oauthErrors } from '../errors.ts';
import { createCode } from './codes.ts';
import {
  isItself,
  promptsOf,
  readRequest,
  redirectHostOf,
  redirectUriOf,
  type Wanted,
  withAnswer,
} from './request.ts';
import { authTimeOf, isSignedInFor, isSignInJudged, sealAsked } from './sign-in.ts';

/** The next step: redirect (`location`), ask the user for consent (`ask`), or to sign in again (`signInAsked`). */
export type Step = { redirectHost: string } & (
  | { location: string }
  | { ask: AuthorizeReply }
  | { signInAsked: string }
);

type Given = Pick<AuthorizationStep, 'action' | 'organizationId'>;

/**
 * Handles one step of an authorization (RFC 6749, section 4.1). `person` null: not signed in. Throws Unauthorized
 * where a sign-in is needed, and errors that must be shown to the user instead of being sent to the client.
 */
export const stepOf = async (
  parts: OrganizationParts,
  person: UserCaller | null,
  { request, ...given }: { request: AuthorizationRequest } & Given,
): Promise<Step> => {
  const client = request.clientId === undefined ? null : await findClient(parts, request.clientId);
  if (!client) throw oauthErrors.UnknownClient('No client is registered under this client_id.');
  const redirectUri = redirectUriOf(client, request);
  const redirectHost = redirectHostOf(redirectUri);
  const { state } = request;
  const answer = (extra: Record<string, string>): Step => ({
    location: withAnswer(redirectUri, { ...extra, state, iss: parts.publicUrl }),
    redirectHost,
  });
  const fail = (error: string, description: string): Step => {
    if (isOfNobody(client))
      throw oauthErrors.InvalidRequest(description, state === undefined ? {} : { state });
    return answer({ error, error_description: description });
  };
  const wanted = readRequest(client, request);
  const isSilent = promptsOf(request).has('none');
  const askSignIn = (): Step => ({ signInAsked: sealAsked(parts, request), redirectHost });
  // No open redirector: anyone can register a client, so the user must sign in first (RFC 9700, section 4.11.2).
  if (!person && (!isSilent || isOfNobody(client))) {
    if (!isSilent && !('error' in wanted) && isSignInJudged(wanted)) return askSignIn();
    throw kitErrors.Unauthorized();
  }
  if ('error' in wanted) return fail(wanted.error, wanted.description);
  if (!person) return fail('login_required', 'Nobody is signed in.');
  const subject = await subjectOf(parts, person, wanted, given.organizationId ?? request.sub);
  if (given.action === 'deny')
    return answer({ error: 'access_denied', error_description: 'The user has denied the request.' });
  if (!isSignedInFor(parts, { person, request, wanted }))
    return isSilent ? fail('login_required', 'The user has to sign in again.') : askSignIn();
  const isAllowed = given.action === 'allow' || (await isGranted(parts, { client, wanted, subject }));
  if (isAllowed && (given.action === 'allow' || isSilent || !wantsConsent(wanted))) {
    if (!subject) throw oauthErrors.InvalidSub('Choose the organization that the client will act for.');
    // A consent would outlive the administrator's impersonation.
    requireInPerson(person);
    return answer({
      code: await createCode(parts, { client, subject, wanted, authTime: authTimeOf(person) }),
    });
  }
  if (isSilent) return fail('consent_required', 'The user has to be asked for consent.');
  return {
    ask: await askOf(parts, { client, person, wanted, subject }),
    redirectHost,
  };
};

/** Whether the user must be asked in any case. `login` is ignored: its sign-in has been checked by then. */
const wantsConsent = ({ prompts }: Wanted): boolean => [...prompts].some((prompt) => prompt !== 'login');

/** Whether a client has no owner: then only a user's own choice may redirect to it, never an error. */
const isOfNobody = ({ userId, organizationId }: ClientRow): boolean =>
  userId === null && organizationId === null;

/**
 * Returns the subject that the client acts for; null: the organization is not chosen yet. Throws InvalidSub unless
 * the user manages the organization.
 */
const subjectOf = async (
  parts: OrganizationParts,
  { userId }: UserCaller,
  { subType }: Wanted,
  organizationId: string | undefined,
): Promise<Subject | null> => {
  if (subType === 'user') return { userId, organizationId: null };
  if (organizationId === undefined) return null;
  const member = await findMember(parts, { userId, organizationId: organizationId.toLowerCase() });
  if (!member || !canManage(parts.options.roles, member.role))
    throw oauthErrors.InvalidSub('You do not manage an organization with this ID.');
  return { userId, organizationId: member.organizationId };
};

const isGranted = async (
  parts: OrganizationParts,
  { client, wanted, subject }: { client: ClientRow; wanted: Wanted; subject: Subject | null },
): Promise<boolean> =>
  subject !== null &&
  isItself(client, wanted) &&
  covers(await findConsent(parts, client, subject), wanted.scopes);

const viewOrganization = ({ id, slug, name, logo }: OrganizationRow) => ({ id, slug, name, avatarUrl: logo });

const askOf = async (
  parts: OrganizationParts,
  {
    client,
    person,
    wanted,
    subject,
  }: { client: ClientRow; person: UserCaller; wanted: Wanted; subject: Subject | null },
): Promise<AuthorizeReply> => {
  const { scopes } = wanted;
  if (wanted.subType === 'user') {
    const { userId: id, email } = person;
    const avatarUrl = (await findUsers(parts, [id])).get(id)?.image ?? null;
    return { subType: 'user', client: viewPublic(client), sub: { id, email, avatarUrl }, scopes };
  }
  const ids = await managedOrganizations(parts, person.userId);
  const rows = await parts.db.manager.findBy(OrganizationEntity, { id: In(ids) });
  const organizations = rows
    .toSorted((left, right) => ids.indexOf(left.id) - ids.indexOf(right.id))
    .map(viewOrganization);
  const sub = organizations.find(({ id }) => id === subject?.organizationId) ?? null;
  return { subType: 'organization', client: viewPublic(client), sub, scopes, organizations };
};
