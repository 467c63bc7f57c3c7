import { jest } from '@jest/globals';
import { SessionAndUser } from '@tessera/proto/api/identity/session';
import { screen, waitFor } from '@testing-library/react';
import { announceSession } from '../../api/account/session-broadcast.ts';
import { browser } from '../../sign-in/go.ts';
import { ada, signIn } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { reply } from '../../test/server.ts';

const went: string[] = [];
beforeEach(() => {
  went.length = 0;
  jest.spyOn(browser, 'go').mockImplementation((address) => void went.push(address));
});

const open = async (who = ada) => {
  const page = renderRoute('/account/profile', {
    answers: { 'GET /auth/get-session': reply(SessionAndUser.nullable(), who) },
  });
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  return { ...page, name };
};

describe('a page of somebody who', () => {
  it('signs out in another window leads to signing in at once, and back', async () => {
    const { server } = await open();
    signIn(server, null);
    announceSession('another window');
    await waitFor(() => expect(went).toEqual(['/sign-in?next=%2Faccount%2Fprofile']));
  });

  it('becomes somebody else in another window begins anew', async () => {
    const { server } = await open();
    signIn(server, { ...ada, user: { ...ada.user, id: '0197a000-0000-7000-8000-0000000000e1' } });
    announceSession('another window');
    await waitFor(() => expect(went).toEqual(['/']));
  });

  it('signs out with something unsaved here keeps that, out of sight', async () => {
    const { server, user, name } = await open();
    await user.type(name, ' Lovelace');
    signIn(server, null);
    announceSession('another window');
    const password = await screen.findByLabelText('Password');
    // On top of everything, open dialogs included.
    expect(password.closest('dialog')?.open).toBe(true);
    expect(name.closest('[style*="none"]')).not.toBeNull();
    expect(name.value).toBe('Ada Lovelace');
    expect(went).toEqual([]);
  });

  it('was acted as by an administrator asks them for their own password, not for that of the user', async () => {
    const acting = { ...ada, session: { ...ada.session, impersonatedBy: 'the administrator' } };
    const { server, user, name } = await open(acting);
    await user.type(name, ' Lovelace');
    signIn(server, null);
    announceSession('another window');
    await screen.findByText('You are no longer acting as Ada. Sign in with your own account.');
    expect(screen.getByLabelText<HTMLInputElement>('E-mail or username').value).toBe('');
  });

  it('signs in again goes on where the keyboard was', async () => {
    const { server, user, name } = await open();
    await user.type(name, ' Lovelace');
    signIn(server, null);
    announceSession('another window');
    const password = await screen.findByLabelText('Password');
    // The address is known: only the password is missing.
    await waitFor(() => expect(document.activeElement).toBe(password));
    server.on('POST /auth/sign-in/email', () => ({ status: 200, body: {} }));
    signIn(server, ada);
    await user.keyboard('correct horse battery{Enter}');
    await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(name.value).toBe('Ada Lovelace');
  });

  it('signs in again, but cannot be looked up, is told so and can try once more', async () => {
    const { server, user, name } = await open();
    await user.type(name, ' Lovelace');
    signIn(server, null);
    announceSession('another window');
    await user.type(await screen.findByLabelText('Password'), 'correct horse battery');
    server.on('POST /auth/sign-in/email', () => ({ status: 200, body: {} }));
    server.refuse('GET /auth/get-session', 503);
    await user.keyboard('{Enter}');
    await screen.findByText(/not available/);
    signIn(server, ada);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull());
    expect(name.value).toBe('Ada Lovelace');
  });

  it('is still there stays, and so it does while the server cannot be asked', async () => {
    const { server } = await open();
    const asked = () => server.sentTo('GET /auth/get-session').length;
    const before = asked();
    announceSession('another window');
    await waitFor(() => expect(asked()).toBe(before + 1));
    server.refuse('GET /auth/get-session', 503);
    announceSession('another window');
    await waitFor(() => expect(asked()).toBe(before + 2));
    server.answer('GET /auth/get-session', SessionAndUser.nullable(), null);
    announceSession('another window');
    await waitFor(() => expect(went).toHaveLength(1));
    expect(asked()).toBe(before + 3);
  });

  it('signs out here tells the other windows', async () => {
    const { server, user } = await open();
    server.on('POST /auth/sign-out', () => ({ status: 200, body: { success: true } }));
    const heard: unknown[] = [];
    const channel = new BroadcastChannel('tessera:session');
    channel.onmessage = ({ data }: MessageEvent<unknown>) => void heard.push(data);
    await user.click(screen.getByRole('button', { name: 'Account of Ada' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(went).toEqual(['/sign-in']);
    channel.close();
  });
});
