/** Passwords that nobody can have cost nothing to refuse, at any door (OWASP ASVS 5.0, v6.2.9 and v15.2.2). */
import { askSetPassword } from '@tessera/proto/api/asks';
import { signUpAs } from '../../test/admins.ts';
import { createClient, mailTo, type SignedUp, signUp } from '../../test/client.ts';
import { type IdentityStack, person, startIdentity } from '../../test/factories.ts';
import { countHashes } from './hash.ts';

const most = 40;
const longest = 'a'.repeat(most);
const tooLong = 'a'.repeat(most + 1);

let started: IdentityStack;
let ada: SignedUp;
beforeAll(async () => {
  started = await startIdentity({
    emailAndPassword: { maxPasswordLength: most },
    user: { deleteUser: { enabled: true } },
  });
  ada = await signUp(started.base, { username: 'too_long' });
});
afterAll(() => started.stop());

const admin = () => signUpAs(started, 'admin');
const post = ({ browser }: Pick<SignedUp, 'browser'>, path: string, body: object) =>
  browser.send('POST', path, { body });
const refusal = (status: number, message: string) => ({ status, body: { message }, setCookie: [] });
const refused = refusal(400, 'Password too long');

describe('a password beyond the longest', () => {
  const doors: [door: string, refusal: object, knock: () => Promise<() => Promise<object>>][] = [
    [
      'signing in by e-mail',
      refusal(401, 'Invalid email or password'),
      async () => () =>
        post(createClient(started.base), '/sign-in/email', { email: ada.email, password: tooLong }),
    ],
    [
      'signing in by e-mail as nobody',
      refusal(401, 'Invalid email or password'),
      async () => () =>
        post(createClient(started.base), '/sign-in/email', { email: 'no@example.com', password: tooLong }),
    ],
    [
      'signing in by username',
      refusal(401, 'invalid username or password'),
      async () => () =>
        post(createClient(started.base), '/sign-in/username', { username: 'too_long', password: tooLong }),
    ],
    [
      'signing up',
      refused,
      async () => () =>
        post(createClient(started.base), '/sign-up/email', { ...person(), password: tooLong }),
    ],
    [
      'changing it, as the new one',
      refused,
      async () => () =>
        post(ada, '/change-password', { currentPassword: ada.password, newPassword: tooLong }),
    ],
    [
      'changing it, as the present one',
      refusal(400, 'Invalid password'),
      async () => () => post(ada, '/change-password', { currentPassword: tooLong, newPassword: longest }),
    ],
    [
      'deleting the account',
      refusal(400, 'Invalid password'),
      async () => () => post(ada, '/delete-user', { password: tooLong }),
    ],
    [
      'resetting it',
      refused,
      async () => {
        const eve = await signUp(started.base);
        await post(eve, '/forget-password', { email: eve.email });
        const { token } = await mailTo(started, eve.email, 'reset-password');
        return () => post(eve, '/reset-password', { token, newPassword: tooLong });
      },
    ],
    [
      'creating a user',
      refused,
      async () => {
        const boss = await admin();
        return () => post(boss, '/admin/create-user', { ...person(), password: tooLong });
      },
    ],
    [
      'setting somebody’s',
      refused,
      async () => {
        const boss = await admin();
        return () => post(boss, '/admin/set-user-password', { userId: ada.id, newPassword: tooLong });
      },
    ],
  ];

  it.each(doors)('is refused unhashed when %s', async (_door, answer, knock) => {
    const act = await knock();
    const before = countHashes();
    expect(await act()).toMatchObject(answer);
    expect(countHashes()).toBe(before);
  });

  it('is refused unhashed as a first password', async () => {
    const eve = await signUp(started.base);
    await started.stack.db.query('DELETE FROM accounts WHERE user_id = $1', [eve.id]);
    const before = countHashes();
    const asked = started.stack.bus.ask(askSetPassword, { token: eve.token, newPassword: tooLong });
    await expect(asked).rejects.toMatchObject({ status: 400 });
    expect(countHashes()).toBe(before);
  });

  it('is one character more than what signs people in', async () => {
    const eve = await signUp(started.base, { password: longest });
    const answer = await post(createClient(started.base), '/sign-in/email', {
      email: eve.email,
      password: longest,
    });
    expect(answer.status).toBe(200);
  });
});
