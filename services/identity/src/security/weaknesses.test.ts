/**
 * The weaknesses of contracts/auth.md section 16 that are of this code itself. 1, 4, 6 and 8 concern other providers:
 * `social/security.test.ts`; 3 concerns organizations: `services/organization/src/members/weakness.test.ts`.
 * ASVS: OWASP ASVS 5.0.0.
 */
import { eventually } from '@tessera/kit/test/eventually';
import { verificationRequested } from '@tessera/proto/events/identity';
import { createBrowser } from '../../test/browser.ts';
import { createClient, signUp } from '../../test/client.ts';
import { countSessions, type IdentityStack, person, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity();
});
afterAll(() => started.stop());

describe('2: links that lead on, checked by how they begin (ASVS 3.7.2)', () => {
  it('are checked by their origin', async () => {
    const { browser } = await signUp(started.base);
    for (const path of ['/verify-email', '/delete-user/callback', '/reset-password/x'])
      for (const host of [
        'localhost:3000.evil.example.com',
        'localhost:3000@evil.example.com',
        'localhost:30000',
      ]) {
        const query = new URLSearchParams({ token: 'x', callbackURL: `http://${host}/` }).toString();
        const answer = await browser.send('GET', `${path}?${query}`);
        expect([path, host, answer.status]).toEqual([path, host, 403]);
        expect(answer.headers.get('location')).toBeNull();
      }
  });
});

describe('5: signing out by cookies that nobody has signed (ASVS 7.2.1)', () => {
  it('ends the sessions that signed cookies name, and no other', async () => {
    const { client, browser } = createClient(started.base);
    await client.signUp.email(person());
    const second = (await client.signUp.email(person())).data?.token ?? '';
    const victims = await Promise.all([1, 2, 3].map(() => signUp(started.base)));
    const forgeries = [
      (token: string) => token,
      (token: string) => `${token}.${'A'.repeat(43)}%3D`,
      () => browser.cookies.get(`tessera.session_token_multi-${second.toLowerCase()}`) ?? '',
    ];
    for (const [index, { token }] of victims.entries())
      browser.cookies.set(
        `tessera.session_token_multi-${token.toLowerCase()}`,
        forgeries[index]?.(token) ?? '',
      );
    expect((await client.signOut()).error).toBeNull();
    for (const { token } of victims) expect(await countSessions(started, token)).toBe(1);
    expect(await countSessions(started, second)).toBe(0);
  });
});

describe('7: signing in by username tells of unverified accounts (ASVS 6.3.8)', () => {
  it('tells and sends nothing before the password is right', async () => {
    const emailAndPassword = { requireEmailVerification: true };
    const { base } = await started.withOptions({ emailAndPassword });
    const ada = person({ username: 'unverified_ada' });
    await createBrowser(base).send('POST', '/sign-up/email', { body: ada });
    const attempt = (username: string, password: string) =>
      createBrowser(base).send('POST', '/sign-in/username', { body: { username, password } });
    const known = await attempt('unverified_ada', 'wrong password');
    const unknown = await attempt('nobody_at_all', 'wrong password');
    expect([known.status, known.text]).toEqual([401, unknown.text]);
    expect((await attempt('unverified_ada', ada.password)).body.message).toBe('email not verified');
    // One at sign-up, one for the right password; a wrong one in between would have made a third, before the second.
    const asked = () =>
      started.stack.events.all(verificationRequested).filter(({ email }) => email === ada.email);
    await eventually(() => expect(asked().length).toBeGreaterThanOrEqual(2));
    expect(asked()).toHaveLength(2);
  });
});
