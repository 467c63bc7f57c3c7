/** What stays the account's owner's, whoever is let in as them for a while. */
import { askSetPassword } from '@tessera/proto/api/asks';
import { signUpAs } from '../../test/admins.ts';
import { createClient, mailTo, pathOf, signUp } from '../../test/client.ts';
import { type IdentityStack, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity({
    user: {
      changeEmail: { enabled: true, sendChangeEmailVerification: true },
      deleteUser: { enabled: true },
    },
    socialProviders: { google: { clientId: 'the-id', clientSecret: 'the-secret' } },
  });
});
afterAll(() => started.stop());

/** An administrator who is Ada, and Ada herself. */
const impersonating = async () => {
  const admin = await signUpAs(started, 'admin');
  const ada = await signUp(started.base);
  await started.stack.db.query('UPDATE users SET email_verified = true WHERE id = $1', [ada.id]);
  const { data } = await admin.client.admin.impersonateUser({ userId: ada.id });
  return { admin, ada, token: data?.session.token ?? '' };
};
const refusal = { status: 403, body: { code: 'NOT_ALLOWED_WHILE_IMPERSONATING_A_USER' }, setCookie: [] };

describe('an impersonated session', () => {
  it.each([
    ['/change-password', { currentPassword: 'correct horse battery', newPassword: 'known to another' }],
    ['/change-email', { newEmail: 'eve@example.com' }],
    ['/update-user', { username: 'eves_choice' }],
    ['/delete-user', {}],
    ['/delete-user', { password: 'correct horse battery' }],
    ['/link-social', { provider: 'google', callbackURL: '/home' }],
    ['/unlink-account', { providerId: 'credential' }],
    ['/get-access-token', { providerId: 'google' }],
    ['/refresh-token', { providerId: 'google' }],
  ])('is refused at %s', async (path, body) => {
    const { admin, ada } = await impersonating();
    expect(await admin.browser.send('POST', path, { body })).toMatchObject(refusal);
    const { client } = createClient(started.base);
    const { data } = await client.signIn.email({ email: ada.email, password: ada.password });
    expect(data?.user.id).toBe(ada.id);
  });

  it('sets no first password', async () => {
    const { ada, token } = await impersonating();
    await started.stack.db.query('DELETE FROM accounts WHERE user_id = $1', [ada.id]);
    await expect(
      started.stack.bus.ask(askSetPassword, { token, newPassword: 'known to another' }),
    ).rejects.toMatchObject({ status: 403 });
  });

  it('completes neither a change of the address nor a deletion that its owner has begun', async () => {
    const { admin, ada } = await impersonating();
    expect((await ada.client.changeEmail({ newEmail: `new-${ada.email}` })).error).toBeNull();
    const { url } = await mailTo(started, ada.email, 'change-email');
    const moved = await admin.browser.send('GET', pathOf(url));
    expect(moved.headers.get('location')).toBe('/?error=unauthorized');
    const deleteUser = { sendDeleteAccountVerification: true, enabled: true };
    const { base } = await started.withOptions({ user: { deleteUser } });
    const owner = createClient(base);
    await owner.client.signIn.email({ email: ada.email, password: ada.password });
    expect((await owner.client.deleteUser()).data).toMatchObject({ message: 'Verification email sent' });
    const { token } = await mailTo(started, ada.email, 'delete-account');
    const path = `/delete-user/callback?token=${token}`;
    expect(await admin.browser.send('GET', path)).toMatchObject(refusal);
    expect((await owner.client.getSession()).data?.user.email).toBe(ada.email);
  });
});
