import { jest } from '@jest/globals';
import { DeleteUserReply } from '@tessera/proto/api/identity/account';
import { Preferences } from '@tessera/proto/api/identity/preferences';
import { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { SessionAndUser } from '@tessera/proto/api/identity/session';
import { ListSessionsReply, SessionPlacesReply } from '@tessera/proto/api/identity/sessions';
import { LinkedAccount } from '@tessera/proto/api/identity/social';
import { AuthOrganizationList } from '@tessera/proto/api/organization/organization';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { z } from 'zod';
import { keptLanguage, page } from '../../i18n/languages.ts';
import { speak } from '../../test/language.ts';
import { acme, ada, options } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { refusal, reply } from '../../test/server.ts';

const other = { ...acme, id: '0197a000-0000-7000-8000-0000000000e1', name: 'Other', slug: 'other' };
const remove = 'POST /auth/delete-user';
const update = 'POST /auth/update-user';
const sessions = 'GET /auth/list-sessions';
const phone = {
  ...ada.session,
  id: 'the phone',
  token: 'token-of-phone',
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
};

const password: LinkedAccount = {
  id: 'the password',
  provider: 'credential',
  createdAt: ada.user.createdAt,
  updatedAt: ada.user.createdAt,
  accountId: ada.user.id,
  scopes: [],
};

const done = reply(z.object({ status: z.boolean() }), { status: true });
const open = async (answer = done) => {
  const page = renderRoute('/account', {
    answers: { [update]: answer, 'GET /auth/list-accounts': reply(z.array(LinkedAccount), []) },
  });
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  return { ...page, name };
};

describe('the browser tab', () => {
  it.each([
    ['/account/profile', 'Profile'],
    ['/account/leave', 'Delete account'],
  ])('is named after the section that it shows: %s', async (path, name) => {
    renderRoute(path, { answers: { 'GET /auth/list-accounts': reply(z.array(LinkedAccount), [password]) } });
    await screen.findByRole('heading', { level: 1, name: 'Your account' });
    expect(document.title).toBe(`${name} · Tessera`);
  });
});

describe('the account of somebody whom an administrator acts as', () => {
  const acting = { session: { ...ada.session, impersonatedBy: 'the administrator' }, user: ada.user };
  const words = 'Only the owner of this account can do this.';
  const openAs = (path: string) =>
    renderRoute(path, {
      answers: {
        'GET /auth/get-session': reply(SessionAndUser.nullable(), acting),
        'GET /auth/list-accounts': reply(z.array(LinkedAccount), [password]),
        'GET /auth/public-options': reply(PublicOptions, {
          ...options,
          user: { ...options.user, canChangeEmail: true, canChangeVerifiedEmail: true, canDelete: true },
        }),
      },
    });

  it.each([
    ['/account/profile', 'New e-mail', 2],
    ['/account/security', 'Current password', 1],
  ])('says at %s what only they can do', async (path, field, times) => {
    openAs(path);
    expect(await screen.findAllByText(words)).toHaveLength(times);
    expect(screen.queryByLabelText(field)).toBeNull();
  });

  it('cannot be deleted', async () => {
    openAs('/account/leave');
    await screen.findByText(words);
    expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull();
  });
});

describe('one’s own account', () => {
  it('saves what changed and nothing else, and is called so everywhere at once', async () => {
    const { user, name, server } = await open();
    await user.clear(name);
    await user.type(name, 'Ada Lovelace');
    const renamed = { ...ada, user: { ...ada.user, name: 'Ada Lovelace' } };
    server.answer('GET /auth/get-session', SessionAndUser.nullable(), renamed);
    await user.click(screen.getByRole('button', { name: 'Save profile' }));
    await screen.findByText('Your profile was saved.');
    expect(server.sentTo(update).map(({ body }) => body)).toEqual([{ name: 'Ada Lovelace' }]);
    await screen.findByRole('button', { name: 'Account of Ada Lovelace' });
  });

  it('leaves alone what another tab has saved meanwhile', async () => {
    const { user, name, server } = await open();
    const renamed = { ...ada, user: { ...ada.user, name: 'Ada Lovelace' } };
    server.answer('GET /auth/get-session', SessionAndUser.nullable(), renamed);
    await user.type(screen.getByLabelText('Username'), 'ada');
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(name.value).toBe('Ada Lovelace'));
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ada');
    await user.click(screen.getByRole('button', { name: 'Save profile' }));
    await screen.findByText('Your profile was saved.');
    expect(server.sentTo(update).map(({ body }) => body)).toEqual([
      { username: 'ada', displayUsername: 'ada' },
    ]);
  });

  it('says beside the username that somebody has it', async () => {
    const { user } = await open(refusal(400, { code: 'USERNAME_IS_ALREADY_TAKEN', message: 'Taken' }));
    const username = screen.getByLabelText('Username');
    await user.type(username, 'grace');
    await user.click(screen.getByRole('button', { name: 'Save profile' }));
    await screen.findByText('This username is already taken. Try another.');
    expect(username.getAttribute('aria-invalid')).toBe('true');
  });

  it.each([
    [false, 'We ask you to confirm at your current address first.'],
    [true, 'We ask you to confirm at your current address first, then at the new one.'],
  ])('says who is asked about another address, as it is set up here: %s', async (canSend, words) => {
    renderRoute('/account', {
      answers: {
        'GET /auth/public-options': reply(PublicOptions, {
          ...options,
          user: { ...options.user, canChangeEmail: true, canChangeVerifiedEmail: true },
          emailVerification: { ...options.emailVerification, canSend },
        }),
      },
    });
    await screen.findByText(words);
  });

  it.each([
    [false, 'quiet'],
    [true, 'warning'],
  ])('warns of an address that is not confirmed where mails can change that: %s', async (canSend, tone) => {
    renderRoute('/account', {
      answers: {
        'GET /auth/get-session': reply(SessionAndUser.nullable(), {
          ...ada,
          user: { ...ada.user, emailVerified: false },
        }),
        'GET /auth/public-options': reply(PublicOptions, {
          ...options,
          emailVerification: { ...options.emailVerification, canSend },
        }),
      },
    });
    expect((await screen.findByText('Not confirmed')).dataset['tone']).toBe(tone);
  });

  it('ends another session, not the one that is looked from', async () => {
    const { user, server } = renderRoute('/account/sessions', {
      answers: { [sessions]: reply(ListSessionsReply, [ada.session, phone]) },
    });
    server.on('POST /auth/revoke-session', done);
    const table = within(await screen.findByRole('table', { name: 'Sessions' }));
    await table.findByText('Current');
    const [revoke, ...others] = table.getAllByRole('button', { name: /^End session/ });
    expect(others).toEqual([]);
    if (revoke) await user.click(revoke);
    server.answer(sessions, ListSessionsReply, [ada.session]);
    await user.click(await screen.findByRole('button', { name: 'End session' }));
    await screen.findByText('The session was ended.');
    expect(server.sentTo('POST /auth/revoke-session')[0]?.body).toEqual({ token: 'token-of-phone' });
    await waitFor(() => expect(table.queryByRole('button', { name: /^End session/ })).toBeNull());
  });

  it('calls the buttons of two sessions of one browser by different names', async () => {
    const earlier = {
      ...phone,
      id: 'earlier',
      token: 'token-of-earlier',
      createdAt: new Date('2026-06-14T08:00:00Z'),
    };
    renderRoute('/account/sessions', {
      answers: { [sessions]: reply(ListSessionsReply, [ada.session, phone, earlier]) },
    });
    const table = within(await screen.findByRole('table', { name: 'Sessions' }));
    await table.findByText('Current');
    const names = table
      .getAllByRole('button', { name: /^End session: Safari on iPhone/ })
      .map((button) => button.getAttribute('aria-label'));
    expect([names.length, new Set(names).size]).toEqual([2, 2]);
  });

  it('lists sessions by their addresses while their places are not known', async () => {
    renderRoute('/account/sessions', {
      answers: {
        [sessions]: reply(ListSessionsReply, [ada.session, { ...phone, ipAddress: '193.99.144.80' }]),
        'GET /auth/session-places': refusal(503),
      },
    });
    await screen.findByRole('row', { name: /193\.99\.144\.80/ });
  });

  it('shows sessions and accounts at once, so that nothing moves while one is read', async () => {
    const late = Promise.withResolvers<void>();
    const { server } = renderRoute('/account/sessions', {
      answers: {
        [sessions]: reply(ListSessionsReply, [ada.session, phone]),
        'GET /auth/session-places': (sent) => late.promise.then(() => refusal(503)(sent)),
      },
    });
    await waitFor(() => expect(server.sentTo(sessions)).toHaveLength(1));
    expect(screen.queryByText('Sessions and devices')).toBeNull();
    late.resolve();
    await screen.findByRole('table', { name: 'Sessions' });
    screen.getByRole('heading', { name: 'Accounts in this browser' });
  });

  it('is looked at section by section, each at an address of its own', async () => {
    const { user } = await open();
    expect(location.pathname).toBe('/account/profile');
    await user.click(screen.getByRole('link', { name: 'Delete account' }));
    await screen.findByText(/Accounts cannot be deleted here/);
    expect(location.pathname).toBe('/account/leave');
  });

  it('says why a provider could not be linked, where one had begun', async () => {
    renderRoute('/account?error=account_already_linked_to_different_user', {
      answers: { 'GET /auth/list-accounts': reply(z.array(LinkedAccount), []) },
    });
    await screen.findByText('That account is already linked to another user here.');
    expect(location.pathname).toBe('/account/security');
  });

  it('speaks German to whoever chooses it, on this device at once and on every other', async () => {
    const reload = jest.spyOn(page, 'reload').mockImplementation(() => undefined);
    const { user, server } = await open();
    server.on('POST /auth/preferences', reply(Preferences, { language: 'de' }, { takes: Preferences }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch');
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(keptLanguage()).toBe('de');
    // The next page names the German words from its first byte.
    expect(document.cookie).toContain('tessera-language=de');
    expect(server.sentTo('POST /auth/preferences')[0]?.body).toEqual({ language: 'de' });
    await user.click(screen.getByRole('button', { name: 'Account of Ada' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Deutsch' }));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
    localStorage.clear();
    reload.mockRestore();
  });

  it('follows a language that was chosen on another device, once', async () => {
    const reload = jest.spyOn(page, 'reload').mockImplementation(() => undefined);
    renderRoute('/account', {
      answers: { 'GET /auth/preferences': reply(Preferences, { language: 'de' }) },
    });
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(keptLanguage()).toBe('de');
    localStorage.clear();
    reload.mockRestore();
  });

  it('cuts a picture that is whole, and takes none that ends too early', async () => {
    const { user } = renderRoute('/account');
    await screen.findByLabelText('Upload a picture');
    const choose = async (name: string) => {
      const [field] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
      await user.upload(field as HTMLInputElement, new File(['a'], name, { type: 'image/png' }));
      fireEvent.load(await screen.findByRole('img', { name }));
    };
    // jsdom decodes nothing: a browser answers so to a file that it can read to its end, and to one that it cannot.
    const bitmap = { close: () => undefined } as ImageBitmap;
    globalThis.createImageBitmap = () => Promise.resolve(bitmap);
    await choose('whole.png');
    await waitFor(() => {
      const use = screen.getByRole<HTMLButtonElement>('button', { name: 'Use picture' });
      expect(use.disabled).toBe(false);
    });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    globalThis.createImageBitmap = () => Promise.reject(new DOMException('', 'InvalidStateError'));
    await choose('half.png');
    await screen.findByText('half.png is damaged or not a picture.');
    await waitFor(() => expect(screen.queryByRole('img', { name: 'half.png' })).toBeNull());
  });

  const drop = async (file: File) => {
    renderRoute('/account');
    const field = await screen.findByLabelText('Upload a picture');
    const items = [{ kind: 'file', type: file.type, getAsFile: () => file }];
    const place = field.parentElement as HTMLElement;
    fireEvent.drop(place, { dataTransfer: { files: [file], items, types: ['Files'] } });
  };

  it('takes a picture that is dropped at its place', async () => {
    await drop(new File(['a'], 'me.png', { type: 'image/png' }));
    await screen.findByRole('img', { name: 'me.png' });
  });

  it('says of a file that is no picture what can be taken', async () => {
    await drop(new File(['a'], 'me.txt', { type: 'text/plain' }));
    await screen.findByText('me.txt is not a picture. Use JPEG, PNG, GIF, WebP or SVG.');
  });

  it('has its picture taken away, and shows the letter again', async () => {
    const image = 'https://elsewhere.example/me.png';
    const pictured = { ...ada, user: { ...ada.user, image } };
    const { user, server } = renderRoute('/account', {
      answers: {
        'GET /auth/get-session': reply(SessionAndUser.nullable(), pictured),
        'DELETE /auth/account-picture': done,
      },
    });
    await screen.findByLabelText('Change picture');
    const shown = () => [...document.querySelectorAll('img')].filter(({ src }) => src === image).length;
    expect(shown()).toBe(2);
    server.answer('GET /auth/get-session', SessionAndUser.nullable(), ada);
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await screen.findByText('Your picture was removed.');
    await waitFor(() => expect(shown()).toBe(0));
    screen.getByLabelText('Upload a picture');
  });
});

describe('one’s own account in German', () => {
  afterEach(() => speak('en-US'));

  it('is deleted by the keyboard alone, and its mail leads to where that is said', async () => {
    const canDelete = { ...options.user, canDelete: true, confirmsDeletionByMail: true };
    const { user, server } = renderRoute('/account/leave', {
      answers: {
        'GET /auth/public-options': reply(PublicOptions, { ...options, user: canDelete }),
        'GET /auth/list-accounts': reply(z.array(LinkedAccount), [password]),
        [remove]: reply(DeleteUserReply, { success: true, message: 'Verification email sent' }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
    const dialog = within(await screen.findByRole('dialog'));
    // Organizations end with the last of their members: by name.
    await dialog.findByText(/^This organization is deleted immediately.*subscriptions end/);
    dialog.getByText('Acme');
    expect(dialog.queryByText(/other members continue without you/)).toBeNull();
    await user.type(dialog.getByLabelText('Your password'), 'correct horse{Enter}');
    await screen.findByText('We have sent you an e-mail. Follow the link in it to delete your account.');
    expect(server.sentTo(remove).map(({ body }) => body)).toEqual([
      { password: 'correct horse', callbackURL: '/sign-in?deleted=true' },
    ]);
  });

  it.each([
    [[], /^You are signed out everywhere\.$/],
    [[acme, other], /Organizations with other members continue without you/],
  ])('names only organizations that end', async (own, text) => {
    const canDelete = { ...options.user, canDelete: true };
    const { user } = renderRoute('/account/leave', {
      answers: {
        'GET /auth/public-options': reply(PublicOptions, { ...options, user: canDelete }),
        'GET /auth/list-accounts': reply(z.array(LinkedAccount), [password]),
        'GET /auth/organization/list': reply(AuthOrganizationList, ({ query }) =>
          query.get('alone') === 'true' ? [] : own,
        ),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(text);
    expect(dialog.queryByText(/deleted immediately/)).toBeNull();
  });

  it('is German throughout, dates as well', async () => {
    await speak('de-AT');
    renderRoute('/account/sessions', {
      answers: { [sessions]: reply(ListSessionsReply, [ada.session, phone]) },
    });
    const row = within(await screen.findByRole('row', { name: /Safari auf iPhone/ }));
    row.getByRole('button', { name: 'Sitzung beenden: Safari auf iPhone' });
    expect(row.getAllByText(/15\.06\.2026/)).not.toEqual([]);
    screen.getByRole('link', { name: 'Konto löschen' });
  });

  it('says in one’s own language which countries sessions are from', async () => {
    await speak('de-AT');
    const inGermany = { ...phone, ipAddress: '193.99.144.80' };
    const atHome = { ...phone, id: 'the tablet', token: 'token-of-tablet', ipAddress: '192.168.178.20' };
    renderRoute('/account/sessions', {
      answers: {
        [sessions]: reply(ListSessionsReply, [ada.session, inGermany, atHome]),
        'GET /auth/session-places': reply(SessionPlacesReply, [
          { sessionId: ada.session.id, country: null, network: null },
          { sessionId: inGermany.id, country: 'DE', network: 'public' },
          { sessionId: atHome.id, country: null, network: 'private' },
        ]),
      },
    });
    const row = within(await screen.findByRole('row', { name: /193\.99\.144\.80/ }));
    await row.findByText('Deutschland');
    within(screen.getByRole('row', { name: /192\.168\.178\.20/ })).getByText('Dieses Netzwerk');
  });
});
