/** Signing in elsewhere with the unmodified client of the contract. */
import { createClient } from '../../test/client.ts';
import { type Social, startSocial, stranger } from '../../test/social.ts';

let social: Social;
beforeAll(async () => {
  social = await startSocial();
});
afterAll(() => social.stop());

const clientOf = () => createClient(social.base);

describe('the unmodified client', () => {
  it('goes to a provider and comes back signed in', async () => {
    const { browser, client } = clientOf();
    const grace = stranger();
    await social.be(grace);
    const { data } = await client.signIn.social({
      provider: 'google',
      callbackURL: '/home',
      disableRedirect: true,
    });
    expect(data).toEqual({ url: expect.any(String), redirect: false });
    const state = new URL(data?.url ?? '').searchParams.get('state');
    const back = await browser.send('GET', `/callback/google?code=c&state=${state}`);
    expect(back.headers.get('location')).toBe('/home');
    expect((await client.getSession()).data?.user.email).toBe(grace.email.toLowerCase());
    expect((await client.listAccounts()).data).toMatchObject([{ provider: 'google', accountId: grace.sub }]);
    expect((await client.unlinkAccount({ providerId: 'google' })).error?.message).toBe(
      "You can't unlink your last account",
    );
  });

  it('signs in with an id token', async () => {
    const { client } = clientOf();
    const grace = stranger();
    const seconds = Math.floor(social.stack.clock.now().getTime() / 1000);
    const token = await social.fake.sign({
      ...grace,
      iss: 'https://accounts.google.com',
      aud: 'the-id',
      exp: seconds + 60,
    });
    const { data } = await client.signIn.social({ provider: 'google', idToken: { token } });
    expect(data).toMatchObject({
      redirect: false,
      token: expect.any(String),
      user: { name: 'Grace Hopper' },
    });
    expect((await client.getSession()).data?.user.email).toBe(grace.email.toLowerCase());
  });

  it('is told which providers there are not', async () => {
    const { client } = clientOf();
    expect((await client.signIn.social({ provider: 'spotify' })).error).toMatchObject({
      status: 404,
      code: 'PROVIDER_NOT_FOUND',
      message: 'Provider not found',
    });
  });
});
