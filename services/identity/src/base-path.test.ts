import { mailTo, signUp } from '../test/client.ts';
import { type IdentityStack, startIdentity } from '../test/factories.ts';
import { IdentityOptions } from './options.ts';

const google = { clientId: 'a', clientSecret: 'b' };

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity({
    basePath: '/accounts/',
    emailVerification: { sendVerificationEmail: true },
    socialProviders: { google },
  });
});
afterAll(() => started.stop());

describe('basePath', () => {
  it('is in the links of mails, of providers and of what follows a failure', async () => {
    const { base } = started;
    const ada = await signUp(base);
    await ada.client.sendVerificationEmail({ email: ada.email });
    await ada.client.forgetPassword({ email: ada.email, redirectTo: '/' });
    for (const type of ['verification', 'reset-password'] as const)
      expect((await mailTo(started, ada.email, type)).url.href).toMatch(
        /^http:\/\/localhost:3000\/accounts\//,
      );
    const { data } = await ada.client.signIn.social({ provider: 'google', callbackURL: '/' });
    const redirect = new URL(data?.url ?? '').searchParams.get('redirect_uri');
    expect(redirect).toBe('http://localhost:3000/accounts/callback/google');
    const failed = await fetch(`${base}/callback/google?state=unknown&code=1`, { redirect: 'manual' });
    expect(failed.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/accounts\/error\?/);
  });

  it.each([
    'auth',
    '/',
    '/api',
    '/api/billing',
    '/api/billing/auth',
    '/api/dev',
    '/a//b',
    '/a/../b',
    '/a b',
    '/.a',
  ])('is not %j', (basePath) => expect(IdentityOptions.safeParse({ basePath }).success).toBe(false));

  it.each(['/auth', '/auth/', '/api/v1/auth', '/api/authentication'])('may be %j', (basePath) =>
    expect(IdentityOptions.parse({ basePath }).basePath).toBe(basePath.replace(/\/$/, '')),
  );
});
