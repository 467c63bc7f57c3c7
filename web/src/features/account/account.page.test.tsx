import { SessionAndUser } from '@tessera/proto/api/identity/session';
import { ListSessionsReply } from '@tessera/proto/api/identity/sessions';
import { LinkedAccount } from '@tessera/proto/api/identity/social';
import { screen, waitFor, within } from '@testing-library/react';
import { z } from 'zod';
import { ada } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { refusal, reply } from '../../test/server.ts';

const update = 'POST /auth/update-user';
const sessions = 'GET /auth/list-sessions';
const phone = {
  ...ada.session,
  id: 'the phone',
  token: 'token-of-phone',
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
};

const open = async (answer = reply(z.object({ status: z.boolean() }), { status: true })) => {
  const page = renderRoute('/account', {
    answers: {
      [update]: answer,
      [sessions]: reply(ListSessionsReply, [ada.session, phone]),
      'GET /auth/list-accounts': reply(z.array(LinkedAccount), []),
    },
  });
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  return { ...page, name };
};

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

  it('says beside the username that somebody has it', async () => {
    const { user } = await open(refusal(400, { code: 'USERNAME_IS_ALREADY_TAKEN', message: 'Taken' }));
    const username = screen.getByLabelText('Username');
    await user.type(username, 'grace');
    await user.click(screen.getByRole('button', { name: 'Save profile' }));
    await screen.findByText('Somebody else has this username. Try another.');
    expect(username.getAttribute('aria-invalid')).toBe('true');
  });

  it('ends another session, not the one that is looked from', async () => {
    const { user, server } = await open();
    server.on('POST /auth/revoke-session', reply(z.object({ status: z.boolean() }), { status: true }));
    const table = within(await screen.findByRole('table', { name: 'Sessions' }));
    await table.findByText('This one');
    const [revoke, ...others] = table.getAllByRole('button', { name: /^Revoke/ });
    expect(others).toEqual([]);
    if (revoke) await user.click(revoke);
    server.answer(sessions, ListSessionsReply, [ada.session]);
    await user.click(await screen.findByRole('button', { name: 'End session' }));
    await screen.findByText('The session was ended.');
    expect(server.sentTo('POST /auth/revoke-session')[0]?.body).toEqual({ token: 'token-of-phone' });
    await waitFor(() => expect(table.queryByRole('button', { name: /^Revoke/ })).toBeNull());
  });
});
