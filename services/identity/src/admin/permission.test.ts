import { emailVerified } from '@tessera/proto/events/identity';
import { signUpAs } from '../../test/admins.ts';
import { createClient, mailTo, pathOf, type SignedUp, signUp } from '../../test/client.ts';
import { type IdentityStack, person, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity();
});
afterAll(() => started.stop());

describe('has-permission', () => {
  it('answers for the caller, and nobody else', async () => {
    const admin = await signUpAs(started, 'admin');
    const ada = await signUp(started.base);
    const send = async (agent: Pick<SignedUp, 'browser'>, body: object) => {
      const answer = await agent.browser.send('POST', '/admin/has-permission', { body });
      return answer.status === 200 ? answer.body : answer.status;
    };
    const permissions = { user: ['ban'] };
    const yes = { error: null, success: true };
    const no = { error: null, success: false };
    expect(await send(admin, { permissions })).toEqual(yes);
    expect(await send(ada, { permission: permissions })).toEqual(no);
    expect(await send(ada, { permissions, userId: admin.id })).toEqual(no);
    expect(await send(ada, { permissions, role: 'admin' })).toEqual(no);
    expect(await send(admin, { permissions: { user: ['ban', 'fly'] } })).toEqual(no);
    const odd = await signUpAs(started, 'constructor');
    expect(await send(odd, { permissions })).toEqual(no);
    const nobody = createClient(started.base);
    expect(await send(nobody, { permissions, userId: admin.id })).toBe(401);
    expect(await send(nobody, { permissions, role: 'admin' })).toBe(401);
    expect(await send(nobody, { permissions })).toBe(401);
    expect(await send(nobody, {})).toBe(400);
  });

  it('grants an impersonated session nothing of what administrators do, and all else that its user may', async () => {
    const roles = {
      lead: { user: ['ban', 'impersonate'], ticket: ['read'] },
      support: { user: ['ban'], ticket: ['read'] },
    };
    const { base } = await started.withOptions({ admin: { roles } });
    const lead = await signUpAs(started, 'lead', base);
    const support = await signUpAs(started, 'support', base);
    expect((await lead.client.admin.impersonateUser({ userId: support.id })).error).toBeNull();
    const ask = async (permissions: object) =>
      (await lead.browser.send('POST', '/admin/has-permission', { body: { permissions } })).body.success;
    expect(await ask({ user: ['ban'] })).toBe(false);
    expect(await ask({ ticket: ['read'] })).toBe(true);
  });

  it('follows custom roles, and users who may do everything', async () => {
    const roles = { support: { ticket: ['read'] }, lead: { user: ['list'] } };
    const ada = await signUp(started.base);
    const { base } = await started.withOptions({ admin: { roles, adminUserIds: [ada.id] } });
    const support = await signUpAs(started, 'support,lead', base);
    expect((await support.client.admin.listUsers({ query: { limit: 1 } })).error).toBeNull();
    expect((await support.client.admin.banUser({ userId: ada.id })).error?.status).toBe(403);
    const there = createClient(base).client;
    await there.signIn.email({ email: ada.email, password: ada.password });
    expect((await there.admin.listUsers({ query: { limit: 1 } })).error).toBeNull();
  });
});

describe('the first administrator', () => {
  it('is one whose address is configured, once it is verified', async () => {
    const first = person();
    const { base } = await started.withOptions({
      admin: { firstAdminEmails: [first.email.toUpperCase()] },
      emailVerification: { sendOnSignUp: true },
    });
    const { client, browser } = createClient(base);
    await client.signUp.email(first);
    expect((await client.getSession()).data?.user).toHaveProperty('role', 'user');
    await browser.send('GET', pathOf((await mailTo(started, first.email, 'verification')).url));
    const { data } = await client.getSession({ query: { disableCookieCache: true } });
    expect(data?.user).toMatchObject({ role: 'admin', emailVerified: true });
    await started.stack.events.next(emailVerified, ({ email }) => email === first.email);
  });
});

describe('list-roles', () => {
  it('names every role and what it grants, to those who may give roles or create users', async () => {
    const roles = { clerk: { user: ['create'] }, lead: { user: ['set-role'] }, user: {} };
    const { base } = await started.withOptions({ admin: { roles } });
    const listed = { roles: Object.entries(roles).map(([role, grants]) => ({ role, grants })) };
    for (const role of ['clerk', 'lead']) {
      const { browser } = await signUpAs(started, role, base);
      const { status, body } = await browser.send('GET', '/admin/list-roles');
      expect([status, body]).toEqual([200, { ...listed, defaultRole: 'user' }]);
    }
    const ada = await signUp(base);
    const refused = await ada.browser.send('GET', '/admin/list-roles');
    expect([refused.status, refused.body.message]).toEqual([403, 'You are not allowed to list roles']);
    expect((await createClient(base).browser.send('GET', '/admin/list-roles')).status).toBe(401);
  });

  it('names the usual two where none are configured', async () => {
    const { browser } = await signUpAs(started, 'admin');
    const { body } = await browser.send('GET', '/admin/list-roles');
    expect(body.roles.map(({ role }: { role: string }) => role)).toEqual(['admin', 'user']);
    expect(body.roles[0].grants.user).toContain('impersonate');
  });
});
