/** Accounts through the whole system, with the unmodified client and its plugins: what ends, ends at the gateway too. */
import { createAuthClient } from 'better-auth/client';
import { adminClient, multiSessionClient, usernameClient } from 'better-auth/client/plugins';
import { createCaller, createCookieJar } from './support/clients.ts';
import { mailTo } from './support/mail.ts';
import { type Journey, startJourney } from './support/system.ts';

const boss = { name: 'Boss', email: 'boss@example.com', password: 'correct horse battery' };

let journey: Journey;
beforeAll(async () => {
  const user = { deleteUser: { enabled: true, sendDeleteAccountVerification: true } };
  // The journey signs in more often than a person would from one address.
  const rateLimit = { enabled: false };
  const identity = { appName: 'The Shop', admin: { firstAdminEmails: [boss.email] }, user, rateLimit };
  journey = await startJourney({ config: { identity } });
  await browser().client.signUp.email(boss);
});
afterAll(() => journey?.stop());

/** A browser with the client, and raw calls that the gateway lets through only with a session. */
const browser = () => {
  const jar = createCookieJar();
  const client = createAuthClient({
    baseURL: journey.url,
    plugins: [usernameClient(), adminClient(), multiSessionClient()],
    fetchOptions: { customFetchImpl: jar.fetch },
  });
  const call = createCaller(journey.url, jar);
  return {
    client,
    jar,
    call,
    status: async () => (await call('GET', '/api/billing/v1/organizations/')).status,
    follow: (url: string) => jar.fetch(url, { redirect: 'manual' }),
  };
};

const admin = async () => {
  const agent = browser();
  const { error } = await agent.client.signIn.email(boss);
  expect(error).toBeNull();
  return agent;
};

let count = 0;
const signUp = async () => {
  count += 1;
  const who = {
    name: 'Ada',
    username: `ada_${count}`,
    email: `ada-${count}@example.com`,
    password: 'correct horse battery',
  };
  const agent = browser();
  const { data, error } = await agent.client.signUp.email(who);
  expect(error).toBeNull();
  return { ...agent, ...who, id: data?.user.id ?? '' };
};

describe('a user who is banned, deleted or signed out everywhere', () => {
  it.each([
    [
      'banned',
      (client: Awaited<ReturnType<typeof admin>>['client'], userId: string) =>
        client.admin.banUser({ userId }),
    ],
    [
      'removed',
      (client: Awaited<ReturnType<typeof admin>>['client'], userId: string) =>
        client.admin.removeUser({ userId }),
    ],
    [
      'signed out',
      (client: Awaited<ReturnType<typeof admin>>['client'], userId: string) =>
        client.admin.revokeUserSessions({ userId }),
    ],
  ])('is shut out at once when %s', async (_how, end) => {
    const { client } = await admin();
    const ada = await signUp();
    expect(await ada.status()).toBe(200);
    expect((await end(client, ada.id)).error).toBeNull();
    expect(await ada.status()).toBe(401);
  });
});

describe('someone who forgot the password', () => {
  it('follows the link of the mail, chooses a new one and signs in with the username', async () => {
    const { email, username } = await signUp();
    const phone = browser();
    await phone.client.forgetPassword({ email, redirectTo: '/reset-password' });
    const mail = await mailTo(journey.url, email, 'reset-password');
    expect(mail.subject).toContain('The Shop');
    const location = (await phone.follow(mail.url)).headers.get('location') ?? '';
    const token = new URL(location).searchParams.get('token') ?? '';
    expect(token).toBe(mail.token);
    const newPassword = 'a new password';
    expect((await phone.client.resetPassword({ newPassword, token })).error).toBeNull();
    expect((await phone.client.signIn.username({ username, password: newPassword })).error).toBeNull();
    expect(await phone.status()).toBe(200);
  });
});

describe('someone who wants to go', () => {
  it('is asked by mail, and gone when the link is followed', async () => {
    const ada = await signUp();
    const { data } = await ada.client.deleteUser({ callbackURL: '/bye' });
    expect(data).toEqual({ success: true, message: 'Verification email sent' });
    const answer = await ada.follow((await mailTo(journey.url, ada.email, 'delete-account')).url);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/bye']);
    expect(await ada.status()).toBe(401);
    expect((await ada.client.signIn.email(ada)).error?.code).toBe('INVALID_EMAIL_OR_PASSWORD');
  });
});

describe('an administrator', () => {
  it('is someone else for a while, for the whole system, and then themselves again', async () => {
    const { client, status } = await admin();
    const ada = await signUp();
    expect((await client.admin.impersonateUser({ userId: ada.id })).error).toBeNull();
    expect((await client.getSession()).data?.user.id).toBe(ada.id);
    expect(await status()).toBe(200);
    expect((await client.admin.stopImpersonating()).data?.user.email).toBe(boss.email);
    expect((await client.getSession()).data?.user.email).toBe(boss.email);
  });

  it('leaves nothing behind in the name of somebody, in no service', async () => {
    const ada = await signUp();
    const made = await ada.call('POST', '/api/auth/organization/create', {
      name: 'Shop',
      slug: `shop-${count}`,
    });
    const organization_id = String(made.body['id']);
    const { client, call } = await admin();
    expect((await client.admin.impersonateUser({ userId: ada.id })).error).toBeNull();
    const kept: [string, object][] = [
      [
        '/api/auth/organization/invite-member',
        { email: boss.email, role: 'owner', organizationId: organization_id },
      ],
      ['/api/auth/change-password', { currentPassword: ada.password, newPassword: 'known to the boss' }],
      [
        '/api/billing/v1/organization-access-tokens/',
        { comment: 'Mine', scopes: ['orders:read'], organization_id },
      ],
      [
        '/api/billing/v1/webhooks/endpoints',
        { url: 'https://boss.example/', format: 'raw', events: ['order.paid'], organization_id },
      ],
      ['/api/billing/v1/customer-sessions', { customer_id: organization_id }],
    ];
    for (const [path, body] of kept) {
      const { status, body: reply } = await call('POST', path, body);
      expect([path, status]).toEqual([path, 403]);
      expect(JSON.stringify(reply)).toContain('while impersonating a user');
    }
    const product = {
      name: 'Helped',
      recurring_interval: null,
      prices: [{ amount_type: 'free' }],
      organization_id,
    };
    expect((await call('POST', '/api/billing/v1/products/', product)).status).toBe(201);
  });
});

describe('one browser with several accounts', () => {
  it('switches between them, and signs out of all', async () => {
    const ada = await signUp();
    const second = await ada.client.signUp.email({
      name: 'Eve',
      email: 'eve@example.com',
      password: ada.password,
    });
    const { data } = await ada.client.multiSession.listDeviceSessions();
    expect(data?.map(({ user }) => user.email)).toEqual([ada.email, 'eve@example.com']);
    await ada.client.multiSession.setActive({ sessionToken: data?.[0]?.session.token ?? '' });
    expect((await ada.client.getSession()).data?.user.id).toBe(ada.id);
    expect(second.error).toBeNull();
    await ada.client.signOut();
    expect((await ada.client.multiSession.listDeviceSessions()).data).toEqual([]);
    expect(await ada.status()).toBe(401);
  });
});
