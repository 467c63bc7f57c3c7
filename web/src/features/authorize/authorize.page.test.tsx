import { jest } from '@jest/globals';
import { SessionAndUser } from '@tessera/proto/api/identity/session';
import {
  AuthorizationStep,
  AuthorizationStepReply,
  type AuthorizeReply,
} from '@tessera/proto/api/organization/oauth/authorization';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { z } from 'zod';
import { browser as page } from '../../app/pages/late-page.ts';
import { browser as signIn } from '../../sign-in/go.ts';
import { speak } from '../../test/language.ts';
import { acmeChoice, askOfOrganization, askOfUser, ledger, otherChoice } from '../../test/oauth.ts';
import { ada } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { type Handler, refusal, reply, type Sent } from '../../test/server.ts';
import { browser } from './leave.ts';

const step = 'POST /billing/v1/oauth2/authorization';
const query =
  'client_id=tessera_ci_ledger&response_type=code&redirect_uri=https%3A%2F%2Fledger.example%2Fcb&state=st%26te';
const back = 'https://ledger.example/cb?code=tessera_ac_1&state=st%26te';
const nobody = reply(SessionAndUser.nullable(), null);

const host = { redirectHost: 'ledger.example' };
const asking = (ask: AuthorizeReply) => ({ location: null, ask, signInAsked: null, ...host });
const goingTo = (location: string) => ({ location, ask: null, signInAsked: null, ...host });
const wantingSignIn = { location: null, ask: null, signInAsked: 'k1.a.b.c', ...host };

const actionOf = ({ body }: Sent): unknown => (body as { action?: string }).action;

/** Asks first, then leads to the app. */
const answering = (ask: AuthorizeReply, location = back): Handler =>
  reply(AuthorizationStepReply, (sent) => (actionOf(sent) === undefined ? asking(ask) : goingTo(location)), {
    takes: AuthorizationStep,
  });

const open = (handler: Handler, { answers = {}, search = query } = {}) =>
  renderRoute(`/oauth2/authorize?${search}`, { answers: { [step]: handler, ...answers } });

let left: string[] = [];
let isReloaded = false;
beforeEach(() => {
  left = [];
  isReloaded = false;
  jest.spyOn(browser, 'replace').mockImplementation((address) => void left.push(address));
  jest.spyOn(page, 'reload').mockImplementation(() => {
    isReloaded = true;
  });
});
afterEach(() => jest.restoreAllMocks());

describe('an app that asks for access', () => {
  it('is shown with what it may do, who is asked, and where one goes afterwards', async () => {
    const { server } = open(answering(askOfUser), { search: `${query}&theme=dark` });
    await screen.findByRole('heading', { level: 1, name: 'Allow access?' });
    await waitFor(() => expect(titleOf()).toBe('Allow access? · Tessera'));
    screen.getByText('Ledger');
    screen.getByText(/It comes from a third party and is not part of Tessera/);
    const site = screen.getByRole<HTMLAnchorElement>('link', { name: 'ledger.example' });
    expect([site.href, site.target, site.rel]).toEqual([ledger.clientUri, '_blank', 'noopener noreferrer']);
    screen.getByRole('link', { name: 'Terms' });
    expect(screen.queryByRole('link', { name: 'Privacy' })).toBeNull();
    screen.getByText('ada@example.com');
    within(screen.getByRole('list', { name: 'It can see and change' })).getByText(
      'Create and change products',
    );
    within(screen.getByRole('list', { name: 'It can only see' })).getByText('See orders');
    within(screen.getByRole('list', { name: 'It will know' })).getByText('Your e-mail address');
    expect(screen.queryByText(/issues/)).toBeNull();
    screen.getByText(/You will then continue at/);
    expect(screen.queryByRole('combobox', { name: 'For which organization?' })).toBeNull();
    // Only what OAuth names is handed on.
    expect(server.sentTo(step).map(({ body }) => body)).toEqual([
      {
        request: {
          client_id: ledger.clientId,
          response_type: 'code',
          redirect_uri: 'https://ledger.example/cb',
          state: 'st&te',
        },
      },
    ]);
  });

  it('is answered once, however often the button is pressed', async () => {
    const { server } = open(answering(askOfUser));
    const allow = await screen.findByRole('button', { name: 'Allow' });
    fireEvent.click(allow);
    fireEvent.click(allow);
    fireEvent.click(screen.getByRole('button', { name: 'Deny' }));
    await waitFor(() => expect(left).toEqual([back]));
    expect(server.sentTo(step).map(actionOf)).toEqual([undefined, 'allow']);
    await screen.findByText('Redirecting you to ledger.example.');
  });

  it('is told that it was denied', async () => {
    const { user, server } = open(answering(askOfUser, 'https://ledger.example/cb?error=access_denied'));
    await user.click(await screen.findByRole('button', { name: 'Deny' }));
    await waitFor(() => expect(left).toEqual(['https://ledger.example/cb?error=access_denied']));
    expect(server.sentTo(step).map(actionOf)).toEqual([undefined, 'deny']);
  });

  it('is answered at once where there is nothing to ask, at the address that the server names', async () => {
    open(reply(AuthorizationStepReply, goingTo(back)), {
      search: `${query}&location=https%3A%2F%2Fevil.example`,
    });
    await waitFor(() => expect(left).toEqual([back]));
    expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
  });

  it('that is on this device can be opened once more', async () => {
    open(reply(AuthorizationStepReply, goingTo('com.example.ledger:/cb?code=1')));
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Open the app' });
    expect(link.href).toBe('com.example.ledger:/cb?code=1');
    expect(left).toEqual(['com.example.ledger:/cb?code=1']);
  });

  it('keeps its question where the answer could not be sent, and says why', async () => {
    let tries = 0;
    const { user } = open((sent) => {
      if (actionOf(sent) === undefined) return answering(askOfUser)(sent);
      tries += 1;
      return tries === 1 ? { status: 503, body: {} } : answering(askOfUser)(sent);
    });
    await user.click(await screen.findByRole('button', { name: 'Allow' }));
    await screen.findByRole('alert');
    expect(left).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Allow' }));
    await waitFor(() => expect(left).toEqual([back]));
  });

  it('stays in its place whatever it calls itself', async () => {
    const name = `\u202eMoneta\u202c ${'W'.repeat(80)}`;
    open(answering({ ...askOfUser, client: { ...ledger, clientName: name, clientUri: null, tosUri: null } }));
    const shown = await screen.findByText((text) => text.includes('WWW'));
    expect([shown.tagName, shown.parentElement?.tagName]).toEqual(['BDI', 'Q']);
    expect(titleOf()).not.toContain('W');
  });

  it.each([null, '  '])('is named as one without a name: %p', async (clientName) => {
    open(answering({ ...askOfUser, client: { ...ledger, clientName } }));
    await screen.findByText('Unnamed app');
  });

  it('that asks for nothing is said to', async () => {
    open(answering({ ...askOfUser, scopes: ['issues:read'] }));
    await screen.findByText(/does not ask to see or change anything/);
  });
});

const titleOf = (): string => document.title;

describe('an app that acts for an organization', () => {
  it('is given the only one that there is', async () => {
    const { user, server } = open(answering(askOfOrganization(acmeChoice)));
    await user.click(await screen.findByRole('button', { name: 'Allow' }));
    await waitFor(() => expect(left).toEqual([back]));
    expect(server.sentTo(step).at(-1)?.body).toMatchObject({ organization_id: acmeChoice.id });
  });

  it('is given the one that it asks for, unless another is chosen', async () => {
    const ask = { ...askOfOrganization(acmeChoice, otherChoice), sub: otherChoice };
    const { user, server } = open(answering(ask));
    await screen.findByDisplayValue('Other');
    await user.click(screen.getByRole('button', { name: 'Allow' }));
    await waitFor(() => expect(left).toEqual([back]));
    expect(server.sentTo(step).at(-1)?.body).toMatchObject({ organization_id: otherChoice.id });
  });

  it('is given none before one is chosen', async () => {
    const { user, server } = open(answering(askOfOrganization(acmeChoice, otherChoice)));
    await user.click(await screen.findByRole('button', { name: 'Allow' }));
    await screen.findByText('Choose the organization that the app can act for.');
    expect(server.sentTo(step)).toHaveLength(1);
    const field = screen.getByRole('combobox', { name: 'For which organization?' });
    expect(document.activeElement).toBe(field);
    await user.click(field);
    await user.click(await screen.findByRole('option', { name: 'Acme' }));
    await user.click(screen.getByRole('button', { name: 'Allow' }));
    await waitFor(() => expect(left).toEqual([back]));
    expect(server.sentTo(step).at(-1)?.body).toMatchObject({ organization_id: acmeChoice.id });
  });

  it('tells two of the same name apart', async () => {
    const { user } = open(answering(askOfOrganization(acmeChoice, { ...otherChoice, name: 'Acme' })));
    await user.click(await screen.findByRole('combobox', { name: 'For which organization?' }));
    await screen.findByRole('option', { name: 'Acme (acme)' });
    await screen.findByRole('option', { name: 'Acme (other)' });
  });

  it('can only be denied by whoever manages none; one that was made beside the page is found', async () => {
    let organizations: (typeof acmeChoice)[] = [];
    open(reply(AuthorizationStepReply, () => asking(askOfOrganization(...organizations))));
    await screen.findByText('You do not manage an organization');
    const create = screen.getByRole<HTMLAnchorElement>('link', { name: 'Create an organization' });
    expect([create.pathname, create.target]).toEqual(['/organizations/new', '_blank']);
    expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
    screen.getByRole('button', { name: 'Deny' });
    organizations = [acmeChoice];
    fireEvent.focus(window);
    await screen.findByDisplayValue('Acme');
    screen.getByRole('button', { name: 'Allow' });
  });
});

describe('whoever is asked', () => {
  const unauthorized = refusal(401, { error: 'Unauthorized', detail: 'Not authenticated' });

  it('signs in first, and comes back to the whole question', async () => {
    open(unauthorized, { answers: { 'GET /auth/get-session': nobody } });
    await waitFor(() => expect(isReloaded).toBe(true));
    expect(location.pathname).toBe('/sign-in');
    expect(new URLSearchParams(location.search).get('next')).toBe(`/oauth2/authorize?${query}`);
  });

  it('is not asked to sign in by an app that waits for no one', async () => {
    const error = 'https://ledger.example/cb?error=login_required';
    open(reply(AuthorizationStepReply, goingTo(error)), { answers: { 'GET /auth/get-session': nobody } });
    await waitFor(() => expect(left).toEqual([error]));
    expect(isReloaded).toBe(false);
  });

  it.each([
    ['the app wants to be sure', reply(AuthorizationStepReply, wantingSignIn), '&sign_in_asked=k1.a.b.c'],
    ['the server knows no session', unauthorized, ''],
  ])('signs in once more where %s, and comes back to the whole question', async (_why, handler, marked) => {
    const go = jest.spyOn(signIn, 'go').mockImplementation(() => undefined);
    const search = `${query}&prompt=login`;
    const { user } = open(handler, {
      search,
      answers: { 'POST /auth/sign-out': reply(z.object({}), {}) },
    });
    await user.click(await screen.findByRole('button', { name: 'Sign in again' }));
    await waitFor(() => expect(go).toHaveBeenCalledTimes(1));
    const address = new URL(go.mock.calls[0]?.[0] ?? '', location.origin);
    const next = new URL(address.searchParams.get('next') ?? '', location.origin).searchParams;
    expect(Object.fromEntries(next)).toEqual(Object.fromEntries(new URLSearchParams(`${search}${marked}`)));
    expect([isReloaded, left]).toEqual([false, []]);
  });

  it('signs in once, where nobody is signed in and the app wants to be sure', async () => {
    const handler = reply(AuthorizationStepReply, wantingSignIn);
    open(handler, { search: `${query}&max_age=0`, answers: { 'GET /auth/get-session': nobody } });
    await waitFor(() => expect(location.pathname).toBe('/sign-in'));
    const next = new URLSearchParams(location.search).get('next');
    expect(next).toBe(`/oauth2/authorize?${query}&max_age=0&sign_in_asked=k1.a.b.c`);
  });

  it('signs in once more where the session has become too old before the answer', async () => {
    let isTooOld = false;
    const { user } = open(
      reply(AuthorizationStepReply, () => (isTooOld ? wantingSignIn : asking(askOfUser))),
    );
    const allow = await screen.findByRole('button', { name: 'Allow' });
    isTooOld = true;
    await user.click(allow);
    await screen.findByRole('button', { name: 'Sign in again' });
    expect(left).toEqual([]);
  });

  it('can be somebody else, who signs in after this one has left', async () => {
    const go = jest.spyOn(signIn, 'go').mockImplementation(() => undefined);
    const { user, server } = open(answering(askOfUser), {
      answers: { 'POST /auth/sign-out': reply(z.object({}), {}) },
    });
    await user.click(await screen.findByRole('button', { name: 'Use another account' }));
    await waitFor(() => expect(go).toHaveBeenCalledTimes(1));
    const address = go.mock.calls[0]?.[0] ?? '';
    expect(server.sentTo('POST /auth/sign-out')).toHaveLength(1);
    expect(new URL(address, location.origin).searchParams.get('next')).toBe(`/oauth2/authorize?${query}`);
    expect(server.sentTo(step).map(actionOf)).toEqual([undefined]);
  });

  it('is asked anew where somebody else has signed in meanwhile', async () => {
    const { server } = open(answering(askOfUser));
    await screen.findByText('ada@example.com');
    const grace = { ...ada.user, id: 'grace', name: 'Grace', email: 'grace@example.com' };
    server.answer('GET /auth/get-session', SessionAndUser.nullable(), { ...ada, user: grace });
    const channel = new BroadcastChannel('tessera:session');
    channel.postMessage({ changedAt: 'another window' });
    channel.close();
    await screen.findByText('grace@example.com');
    await waitFor(() => expect(server.sentTo(step)).toHaveLength(2));
  });
});

describe('a question that cannot be asked', () => {
  it('is said to be wrong, with what its developer needs and no way to the app', async () => {
    open(
      refusal(400, {
        error: 'invalid_request',
        detail: 'The redirect_uri is not registered for this client.',
        error_description: 'The redirect_uri is not registered for this client.',
      }),
    );
    await screen.findByRole('heading', { level: 1, name: 'This link does not work' });
    screen.getByText('The redirect_uri is not registered for this client.');
    screen.getByText('invalid_request');
    expect(screen.getAllByRole<HTMLAnchorElement>('link').map(({ host }) => host)).toEqual([location.host]);
    expect(left).toEqual([]);
  });

  it('can be asked again after a failure', async () => {
    let isThere = false;
    const { user } = open((sent) => (isThere ? answering(askOfUser)(sent) : { status: 503, body: {} }));
    isThere = await screen.findByRole('alert').then(() => true);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: 'Allow' });
  });
});

describe('the question in German', () => {
  beforeEach(() => speak('de-DE'));
  afterEach(() => speak('en-US'));

  it('is asked in words that its reader knows', async () => {
    open(answering(askOfUser));
    await screen.findByRole('button', { name: 'Erlauben' });
    within(screen.getByRole('list', { name: 'Sie darf nur sehen' })).getByText('Bestellungen sehen');
  });
});
