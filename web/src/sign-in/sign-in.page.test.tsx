import { jest } from '@jest/globals';
import { defaultBannedUserMessage } from '@tessera/proto/api/identity/banned';
import { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { announceSession } from '../api/account/session-broadcast.ts';
import { paths } from '../paths.ts';
import { speak } from '../test/language.ts';
import { ada, knowOptions, options, signIn } from '../test/people.ts';
import { renderRoute } from '../test/render-route.tsx';
import { createServer, type Server } from '../test/server.ts';
import { atTestEnd } from '../test/test-end.ts';
import { focusRefusedFields } from '../ui/forms/focus-refused-field.ts';
import { browser } from './go.ts';
import { SignInPage } from './SignInPage.tsx';

let went: string[];
beforeEach(() => {
  went = [];
  jest.spyOn(browser, 'go').mockImplementation((address) => void went.push(address));
});
afterEach(() => jest.restoreAllMocks());

const open = (path: string, prepare: (server: Server) => void = () => undefined) => {
  const server = createServer();
  knowOptions(server);
  signIn(server, null);
  prepare(server);
  globalThis.fetch = server.fetch;
  window.history.replaceState(null, '', path);
  render(<SignInPage />);
  return { server, user: userEvent.setup() };
};

describe('the page of signing in', () => {
  it('goes on to where one was going', async () => {
    const { server, user } = open('/sign-in?next=%2Facme%2Forders');
    server.on('POST /auth/sign-in/email', () => ({ status: 200, body: {} }));
    await user.type(await screen.findByLabelText('E-mail or username'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'correct horse battery');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(went).toEqual(['/acme/orders']));
  });

  it('signs in by an address as it is written in its country, known in ASCII', async () => {
    const { server, user } = open('/sign-in');
    server.on('POST /auth/sign-in/email', () => ({ status: 200, body: {} }));
    await user.type(await screen.findByLabelText('E-mail or username'), 'ada@пример.рф');
    await user.type(screen.getByLabelText('Password'), 'correct horse battery');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() =>
      expect(server.sentTo('POST /auth/sign-in/email')).toMatchObject([
        { body: { email: 'ada@xn--e1afmkfd.xn--p1ai' } },
      ]),
    );
  });

  it('signs in once, however often one presses while the check of the form is still being loaded', async () => {
    const { server, user } = open('/sign-in');
    server.on('POST /auth/sign-in/email', () => ({ status: 200, body: {} }));
    await user.type(await screen.findByLabelText('E-mail or username'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'correct horse battery');
    const button = screen.getByRole('button', { name: 'Sign in' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(went).not.toEqual([]));
    expect(server.sentTo('POST /auth/sign-in/email')).toHaveLength(1);
  });

  it('has filled in whom an app expects, and nobody whom another address names', async () => {
    const request = '/oauth2/authorize?client_id=tessera_ci_1&login_hint=ada%2B1%40example.com';
    open(paths.signIn(request));
    const field = await screen.findByLabelText<HTMLInputElement>('E-mail or username');
    expect(field.value).toBe('ada+1@example.com');
    cleanup();
    open(paths.signIn('/acme?login_hint=eve'));
    expect((await screen.findByLabelText<HTMLInputElement>('E-mail or username')).value).toBe('');
  });

  it('says that what follows deletes the account, when the link of that mail led here', async () => {
    const next = '/account/delete?token=t1';
    const { server, user } = open(paths.signIn(next));
    await screen.findByText(/^The link from your e-mail deletes your account. Sign in to it first/);
    expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull();
    server.on('POST /auth/sign-in/email', () => ({ status: 200, body: {} }));
    await user.type(screen.getByLabelText('E-mail or username'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'correct horse battery');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(went).toEqual([next]));
    cleanup();
    open(paths.signIn('/account'));
    await screen.findByText('Welcome back. Your sales are waiting.');
    screen.getByRole('link', { name: 'Create an account' });
  });

  it('goes on there after a forgotten password too', async () => {
    open('/sign-in?next=%2Facme%2Forders');
    const link = await screen.findByRole('link', { name: 'Forgot password?' });
    expect(link.getAttribute('href')).toBe('/forgot-password?next=%2Facme%2Forders');
  });

  it('leaves once, though it tells other windows of it', async () => {
    const { server, user } = open('/sign-in?next=%2Facme');
    server.on('POST /auth/sign-in/email', () => {
      signIn(server, ada);
      return { status: 200, body: {} };
    });
    await user.type(await screen.findByLabelText('E-mail or username'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'correct horse battery');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(went).toEqual(['/acme']));
    // What this window said is heard before what is said after it.
    announceSession('another window');
    await waitFor(() => expect(went).toHaveLength(2));
    expect(server.sentTo('GET /auth/get-session')).toHaveLength(2);
  });

  it('says what was done on the way here, and nothing that it does not know', async () => {
    open('/sign-in');
    window.history.replaceState({ usr: { done: 'reset' }, key: 'a' }, '');
    await screen.findByText('Your password was changed.');
    cleanup();
    open('/sign-in');
    window.history.replaceState({ usr: { done: 'else' } }, '');
    await screen.findByText('Welcome back. Your sales are waiting.');
  });

  it('asks once how this installation is configured, and says above itself that payments are not real', async () => {
    const { server } = open('/sign-in', (server) =>
      server.answer('GET /auth/public-options', PublicOptions, { ...options, isTestMode: true }),
    );
    await screen.findByRole('complementary', { name: 'Test mode' });
    expect(server.sentTo('GET /auth/public-options')).toHaveLength(1);
  });

  it('says that an account was deleted to whoever comes from there', async () => {
    open(paths.accountDeleted);
    await screen.findByText('Your account was deleted.');
  });

  it('says beside the fields what is missing, and sends nothing', async () => {
    const { server, user } = open('/sign-in');
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(await screen.findAllByText('This is required.')).toHaveLength(2);
    expect(screen.getByLabelText('E-mail or username').getAttribute('aria-invalid')).toBe('true');
    expect(server.sentTo('POST /auth/sign-in/email')).toEqual([]);
  });

  it('says what the server says', async () => {
    const { server, user } = open('/sign-in');
    server.refuse('POST /auth/sign-in/username', 401, { code: 'X', message: 'Invalid username or password' });
    await user.type(await screen.findByLabelText('E-mail or username'), 'ada');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid username or password');
    expect(went).toEqual([]);
  });

  it('moves on by itself when one signs in in another window', async () => {
    const { server } = open('/sign-in?next=%2Facme');
    await screen.findByLabelText('Password');
    signIn(server, ada);
    announceSession('another window');
    await waitFor(() => expect(went[0]).toBe('/acme'));
  });

  it('asks for one more account whoever has one', async () => {
    open('/sign-in?another=true', (server) => signIn(server, ada));
    await screen.findByLabelText('Password');
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe(
      '/sign-up?another=true',
    );
    expect(went).toEqual([]);
  });
});

describe('whoever is banned and comes back from a provider', () => {
  afterEach(() => speak('en-US'));

  const told = async (bannedUserMessage: string): Promise<string | null> => {
    // What the API says in German is loaded with the first refusal: here there is none.
    await speak('de-DE', ['common', 'sign-in']);
    open('/sign-in?error=banned', (known) =>
      known.answer('GET /auth/public-options', PublicOptions, { ...options, bannedUserMessage }),
    );
    return (await screen.findByRole('alert')).textContent;
  };

  it('is told of it in the language of the page', async () => {
    expect(await told(defaultBannedUserMessage)).toMatch(/^Sie wurden von dieser Anwendung ausgeschlossen\./);
  });

  it('is told what the operator wrote', async () =>
    expect(await told('Call us: 555.')).toBe('Call us: 555.'));
});

describe('the providers on the page of signing in', () => {
  afterEach(() => localStorage.clear());

  it('show first the one that was used the last time, and keep the one that is used', async () => {
    localStorage.setItem('tessera:last-provider', 'github');
    const { server, user } = open('/sign-in', (known) =>
      known.answer('GET /auth/public-options', PublicOptions, {
        ...options,
        socialProviders: ['google', 'github'],
      }),
    );
    const [first, second] = await screen.findAllByRole('button', { name: /^Continue with/ });
    expect(first?.textContent).toBe('Continue with GitHubLast used');
    expect(second?.textContent).toBe('Continue with Google');
    server.on('POST /auth/sign-in/social', () => ({
      status: 200,
      body: { url: 'https://accounts.google.com/', redirect: true },
    }));
    if (second) await user.click(second);
    await waitFor(() => expect(went).toEqual(['https://accounts.google.com/']));
    expect(localStorage.getItem('tessera:last-provider')).toBe('google');
  });
});

describe('the page of signing up', () => {
  it('leads on whoever is signed in already', async () => {
    renderRoute('/sign-up?next=%2Facme%2Fsettings%2Fdanger');
    await waitFor(() => expect(location.pathname).toBe('/acme/settings/danger'));
  });

  it('has a form for one more account', async () => {
    renderRoute('/sign-up?another=true');
    await screen.findByLabelText('Password');
    expect(location.pathname).toBe('/sign-up');
  });

  it('takes whoever chose too short a password to its field, and to what is said of it', async () => {
    atTestEnd(focusRefusedFields());
    const shown: (string | null)[] = [];
    jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      shown.push(this.textContent);
    });
    const user = userEvent.setup();
    renderRoute('/sign-up?another=true');
    await user.type(await screen.findByLabelText('Name'), 'Ada');
    await user.type(screen.getByLabelText('E-mail'), 'ada@example.com');
    const password = screen.getByLabelText('Password');
    await user.type(password, 'short');
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(document.activeElement).toBe(password));
    expect(shown).toEqual(['Use at least 8 characters.']);
  });

  it('says again what is wrong with a field in which Enter was pressed, until it is typed in', async () => {
    atTestEnd(focusRefusedFields());
    const user = userEvent.setup();
    renderRoute('/sign-up?another=true');
    await user.type(await screen.findByLabelText('Name'), 'Ada');
    await user.type(screen.getByLabelText('E-mail'), 'ada@example.com');
    const password = screen.getByLabelText('Password');
    const said = () => screen.queryByRole('alert')?.textContent;
    await user.type(password, 'short{Enter}');
    await waitFor(() => expect(said()).toBe('Use at least 8 characters.'));
    await user.type(password, 'er');
    expect(said()).toBeUndefined();
    await user.type(password, '{Enter}');
    await waitFor(() => expect(said()).toBe('Use at least 8 characters.'));
  });
});
