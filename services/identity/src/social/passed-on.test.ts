/** Addresses that a provider only passes on: verified on the wire, proof of nothing (ASVS 10.5.2, 6.8.1; nOAuth). */
import { askUser } from '@tessera/proto/api/asks';
import { userCreated } from '@tessera/proto/events/identity';
import { type Browser, createBrowser } from '../../test/browser.ts';
import { secret } from '../../test/factories.ts';
import { reset } from '../../test/mails.ts';
import { locationOf, type Social, startSocial, stranger } from '../../test/social.ts';
import { passedOnAddresses } from '../migrations/007-passed-on-addresses.ts';
import { signVerification } from '../verifications/token.ts';

const boss = stranger();
let social: Social;
beforeAll(async () => {
  social = await startSocial({ admin: { firstAdminEmails: [boss.email.toLowerCase()] } });
});
afterAll(() => social.stop());

const notLinked = 'http://localhost:3000/api/auth/error?error=account_not_linked';

/** Somebody with a tenant of their own, who gives themselves the address of another. */
const squat = async ({ base = social.base, claims = {} }: { base?: string; claims?: object } = {}) => {
  const owner = stranger();
  const squatter = createBrowser(base);
  const account = stranger({ email: owner.email, email_verified: undefined, ...claims });
  const answer = await social.visit(account, { provider: 'microsoft', browser: squatter, base });
  expect(locationOf(answer)).toBe('/home');
  const { user } = (await squatter.send('GET', '/get-session')).body;
  return { owner, squatter, account, user, email: owner.email.toLowerCase() };
};

const sessionOf = async (browser: Browser) =>
  (await browser.send('GET', '/get-session?disableCookieCache=true')).body;
const providersOf = async (browser: Browser): Promise<string[]> =>
  (await browser.send('GET', '/list-accounts')).body.map(({ provider }: { provider: string }) => provider);
const isProven = async (userId: string) => (await social.stack.bus.ask(askUser, { userId }))?.isEmailProven;

const follow = async (email: string) => {
  const token = await signVerification(secret, email, { now: social.identity.now(), expiresIn: 60 });
  const browser = createBrowser(social.base);
  expect((await browser.send('GET', `/verify-email?token=${token}`)).status).toBe(200);
};

describe('an account opened with an address that its provider only passes on', () => {
  it('says that it is verified, as the contract has it, and nowhere that nobody proved it', async () => {
    const { user } = await squat();
    expect(user.emailVerified).toBe(true);
    const { user: told } = await social.stack.events.next(userCreated, (made) => made.user?.id === user.id);
    expect(told?.emailVerified).toBe(true);
    const admin = createBrowser(social.base);
    await social.visit(boss, { browser: admin });
    const find = (filter: string) => admin.send('GET', `/admin/list-users?${filter}`);
    const list = await find(`filterField=id&filterValue=${user.id}`);
    expect(list.body).toMatchObject({ total: 1, users: [{ id: user.id, emailVerified: true }] });
    expect(`${JSON.stringify(user)}${list.text}`).not.toMatch(/passed|proven/i);
    expect((await find('filterField=isEmailPassedOn&filterValue=true')).body).toMatchObject({ total: 0 });
  });

  it('is proven to other services by nothing but a proof', async () => {
    const { user, email } = await squat();
    expect(await isProven(user.id)).toBe(false);
    await follow(email);
    expect(await isProven(user.id)).toBe(true);
  });

  it('gives way to its owner, who comes by a provider that proves the address', async () => {
    const { owner, squatter, account, email } = await squat();
    const ada = createBrowser(social.base);
    expect(locationOf(await social.visit(owner, { browser: ada }))).toBe('/home');
    const { user } = await sessionOf(ada);
    expect(user).toMatchObject({ email, emailVerified: true });
    expect(await providersOf(ada)).toEqual(['google']);
    expect(await isProven(user.id)).toBe(true);
    expect(await sessionOf(squatter)).toBeNull();
    const again = await social.visit(account, { provider: 'microsoft', browser: squatter });
    expect(locationOf(again)).toBe(notLinked);
  });

  it('keeps what it had once the link of a mail has proven the address', async () => {
    const { owner, squatter, email } = await squat();
    await follow(email);
    await social.visit(owner);
    expect((await providersOf(squatter)).toSorted()).toEqual(['google', 'microsoft']);
  });

  it('keeps what it had where the provider is trusted, or says that it has checked the address', async () => {
    const accountLinking = { trustedProviders: ['microsoft'] };
    const { base } = await social.withOptions(social.optionsWith({}, { account: { accountLinking } }));
    for (const { owner, squatter, user } of [
      await squat({ base }),
      await squat({ claims: { xms_edov: true } }),
    ]) {
      expect(await isProven(user.id)).toBe(true);
      await social.visit(owner);
      expect((await providersOf(squatter)).toSorted()).toEqual(['google', 'microsoft']);
    }
  });

  it('is its owner’s alone after they have reset a password that it had', async () => {
    const { owner, squatter, user, email } = await squat();
    // Who came by a provider keeps that with the first password, which proves nothing about who that was.
    await reset(social, email, 'a first password');
    expect(await isProven(user.id)).toBe(false);
    await reset(social, email, 'another of their own');
    expect(await isProven(user.id)).toBe(true);
    expect(await sessionOf(squatter)).toBeNull();
    const ada = createBrowser(social.base);
    await social.visit(owner, { browser: ada });
    expect((await providersOf(ada)).toSorted()).toEqual(['credential', 'google']);
  });

  it('proves the address by linking an account that does', async () => {
    const { owner, squatter, user } = await squat();
    const link = async (account: object) => {
      await social.be(account);
      const body = { provider: 'google', callbackURL: '/home' };
      const { url } = (await squatter.send('POST', '/link-social', { body })).body;
      const state = new URL(url).searchParams.get('state');
      const back = await squatter.send('GET', `/callback/google?code=the-code&state=${state}`);
      expect(locationOf(back)).toBe('/home');
    };
    await link(stranger());
    expect(await isProven(user.id)).toBe(false);
    await link({ ...owner, email_verified: false });
    expect(await isProven(user.id)).toBe(false);
    await link(owner);
    expect(await isProven(user.id)).toBe(true);
  });

  it('proves the address by an account that renews the user at each sign-in', async () => {
    const renewing = social.optionsWith({ microsoft: { overrideUserInfoOnSignIn: true } });
    const { base } = await social.withOptions(renewing);
    const { account, user } = await squat({ base });
    await social.visit(account, { provider: 'microsoft', base });
    expect(await isProven(user.id)).toBe(false);
    await social.visit({ ...account, xms_edov: true }, { provider: 'microsoft', base });
    expect(await isProven(user.id)).toBe(true);
  });

  it('makes an administrator of a configured address as soon as a mail has proven it', async () => {
    const first = stranger({ email_verified: undefined });
    const email = first.email.toLowerCase();
    const { base } = await social.withOptions(
      social.optionsWith({}, { admin: { firstAdminEmails: [email] } }),
    );
    const browser = createBrowser(base);
    await social.visit(first, { provider: 'microsoft', browser, base });
    const token = await signVerification(secret, email, { now: social.identity.now(), expiresIn: 60 });
    expect((await sessionOf(browser)).user.role).toBe('user');
    await browser.send('GET', `/verify-email?token=${token}`);
    expect((await sessionOf(browser)).user.role).toBe('admin');
  });
});

describe('accounts of before the mark', () => {
  it('are marked when they were opened by a provider that passes addresses on', async () => {
    const { user: opened } = await squat();
    const linked = createBrowser(social.base);
    await social.visit(stranger(), { browser: linked });
    const { user: grace } = await sessionOf(linked);
    await social.stack.db.query(
      `INSERT INTO accounts (id, user_id, provider_id, account_id, created_at, updated_at)
       VALUES (gen_random_uuid(), $1, 'microsoft', 'linked-later', $2, $2)`,
      [grace.id, new Date(Date.parse(grace.createdAt) + 3_600_000)],
    );
    await social.stack.db.query('ALTER TABLE users DROP COLUMN is_email_passed_on');
    await social.stack.db.query(passedOnAddresses.sql);
    expect([await isProven(opened.id), await isProven(grace.id)]).toEqual([false, true]);
  });
});
