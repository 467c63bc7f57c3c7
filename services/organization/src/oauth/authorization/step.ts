/** A user's answer to a client: asked for, given, and told to the client. */
import { kitErrors } from '@tessera/kit/errors';
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
import { createCode } from '../tokens/codes.ts';
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

/** Where the browser goes (`location`), or what its user is asked, or that somebody has to sign in anew (`signInAsked`). */
export type Step = { redirectHost: string } & (
  | { location: string }
  | { ask: AuthorizeReply }
  | { signInAsked: string }
);

type Given = Pick<AuthorizationStep, 'action' | 'organizationId'>;

/**
 * One step of an authorization (RFC 6749, section 4.1). `person` null: nobody is signed in. Throws Unauthorized where
 * somebody has to be, and what a person must read instead of the client.
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
  const answer = (told: Record<string, string>): Step => ({
    location: withAnswer(redirectUri, { ...told, state, iss: parts.publicUrl }),
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
  // Anybody can register a client: a link to this origin must not lead to its address past the sign-in (RFC 9700, section 4.11.2).
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
    // What is allowed now would outlive the while for which an administrator acts as this person.
    if (person.isImpersonated) throw kitErrors.NotPermitted('Not allowed while impersonating a user');
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

/** Whether the user is to be asked in any case. The sign-in that `login` wants has been by then. */
const wantsConsent = ({ prompts }: Wanted): boolean => [...prompts].some((prompt) => prompt !== 'login');

/** Whether nobody answers for a client: then no link leads to its address by itself, only what a user has chosen. */
const isOfNobody = ({ userId, organizationId }: ClientRow): boolean =>
  userId === null && organizationId === null;

/** For whom the client is to act; null: an organization that is not chosen yet. */
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
  const rows = await parts.db.getRepository(OrganizationEntity).findBy({ id: In(ids) });
  const organizations = rows
    .toSorted((left, right) => ids.indexOf(left.id) - ids.indexOf(right.id))
    .map(viewOrganization);
  const sub = organizations.find(({ id }) => id === subject?.organizationId) ?? null;
  return { subType: 'organization', client: viewPublic(client), sub, scopes, organizations };
};
