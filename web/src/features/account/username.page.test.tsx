import { SessionAndUser } from '@tessera/proto/api/identity/session';
import { LinkedAccount } from '@tessera/proto/api/identity/social';
import { screen } from '@testing-library/react';
import { z } from 'zod';
import { ada } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { reply } from '../../test/server.ts';

const update = 'POST /auth/update-user';
const named = { ...ada, user: { ...ada.user, username: 'ada.l', displayUsername: 'Ada.L' } };

const saveAs = async (typed: string) => {
  const { server, user } = renderRoute('/account/profile', {
    answers: {
      'GET /auth/get-session': reply(SessionAndUser.nullable(), named),
      'GET /auth/list-accounts': reply(z.array(LinkedAccount), []),
      [update]: reply(z.object({ status: z.boolean() }), { status: true }),
    },
  });
  const field = await screen.findByLabelText('Username');
  await user.clear(field);
  if (typed !== '') await user.type(field, typed);
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  await screen.findByText('Your profile was saved.');
  return server.sentTo(update).map(({ body }) => body);
};

describe('one’s username', () => {
  it('is spelt with other capitals without being taken by oneself', async () =>
    expect(await saveAs('ada.l')).toEqual([{ displayUsername: 'ada.l' }]));

  it('becomes another one', async () =>
    expect(await saveAs('Countess')).toEqual([{ username: 'Countess', displayUsername: 'Countess' }]));

  it('is taken away', async () =>
    expect(await saveAs('')).toEqual([{ username: null, displayUsername: null }]));
});
