/** Refreshes at the same time, in several processes, at a provider that takes each refresh token once. */
import { openDatabase } from '@tessera/kit/database/data-source';
import { createBrowser } from '../../test/browser.ts';
import type { Sent } from '../../test/fake-provider.ts';
import { type Social, startSocial, stranger } from '../../test/social.ts';
import { createIdentityApp, entities } from '../app.ts';

let social: Social;
/** A second process: its own connections to the same database. */
let other: string;
beforeAll(async () => {
  social = await startSocial();
  const { stack, identity } = social;
  const db = await openDatabase({
    url: stack.databaseUrl,
    pool: 4,
    entities,
    migrations: [],
    log: stack.log.logger,
  });
  stack.own({ stop: () => db.destroy() });
  const app = createIdentityApp({ ...identity, db }, { metrics: stack.metrics, passports: stack.passports });
  other = `${await stack.serve(app)}/api/auth`;
});
afterAll(() => social.stop());

const shownIn = (sent: Sent): string => new URLSearchParams(sent.body).get('refresh_token') ?? '';

/** Makes the provider rotate: each refresh token is taken once, and whoever shows it again loses the grant. */
const rotate = () => {
  const used = new Set<string>();
  let isRevoked = false;
  social.fake.answer('/token', (sent: Sent) => {
    const shown = shownIn(sent);
    isRevoked ||= used.has(shown);
    used.add(shown);
    if (isRevoked) return { status: 400, json: { error: 'invalid_grant' } };
    const number = used.size;
    return { json: { access_token: `at-${number}`, refresh_token: `rt-${number}`, expires_in: 3_600 } };
  });
  return { used };
};

const signedIn = async (own: object = {}) => {
  const browser = createBrowser(social.base);
  await social.visit(stranger(), { browser, tokens: { refresh_token: 'rt-0', expires_in: 1, ...own } });
  const second = createBrowser(other);
  for (const [name, value] of browser.cookies) second.cookies.set(name, value);
  return [browser, second] as const;
};
const body = { providerId: 'google' };

describe('two processes', () => {
  it('refresh a token that has run out once, and both have the new one', async () => {
    const browsers = await signedIn();
    const { used } = rotate();
    const answers = await Promise.all(
      [...browsers, ...browsers].map((browser) => browser.send('POST', '/get-access-token', { body })),
    );
    expect(answers.map((answer) => [answer.status, answer.body.accessToken])).toEqual(
      answers.map(() => [200, 'at-1']),
    );
    expect([...used]).toEqual(['rt-0']);
  });

  it('that are told to refresh at once show each refresh token once', async () => {
    const browsers = await signedIn();
    const { used } = rotate();
    const statuses = await Promise.all(
      [...browsers, ...browsers].map(
        async (browser) => (await browser.send('POST', '/refresh-token', { body })).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect([...used]).toEqual([...used].map((_, index) => `rt-${index}`));
  });

  it('leave the account free when the provider refuses, and when a process has died over it', async () => {
    const browsers = await signedIn();
    social.fake.answer('/token', () => ({ status: 503, json: {} }));
    const failed = await browsers[0].send('POST', '/refresh-token', { body });
    expect(failed).toMatchObject({ status: 400, body: { cause: { status: 503 } } });
    await social.stack.db.query(
      `UPDATE accounts SET refresh_claimed_until = clock_timestamp() + interval '100 milliseconds'`,
    );
    rotate();
    expect((await browsers[1].send('POST', '/refresh-token', { body })).body.accessToken).toBe('at-1');
  });
});
