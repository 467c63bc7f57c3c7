/** Whether someone has an account: nobody can tell by trying to sign in (OWASP ASVS 5.0.0, 6.3.8). */
import { type Answer, createBrowser } from '../../test/browser.ts';
import { signUp } from '../../test/client.ts';
import { type IdentityStack, startIdentity } from '../../test/factories.ts';
import { passwordCost } from '../passwords/derive-key.ts';
import { countHashes } from '../passwords/hash.ts';

let started: IdentityStack;
let known: { email: string; username: string };
beforeAll(async () => {
  const options = { emailVerification: { sendVerificationEmail: true } };
  // A quarter of the cost of passwords in production: still most of what an attempt takes.
  started = await startIdentity(options, undefined, passwordCost / 4);
  const { email } = await signUp(started.base, { username: 'known_ada' });
  known = { email, username: 'known_ada' };
});
afterAll(() => started.stop());

const nobody = { email: 'nobody-here@example.com', username: 'nobody_ada' };
const password = 'not the right one';
type Names = typeof known;
const ways: [string, (names: Names) => object][] = [
  ['/sign-in/email', ({ email }) => ({ email, password })],
  ['/sign-in/username', ({ username }) => ({ username, password })],
];

const attempt = async (path: string, body: object) => {
  const hashes = countHashes();
  const from = performance.now();
  const answer = await createBrowser(started.base).send('POST', path, { body });
  return { answer, milliseconds: performance.now() - from, hashes: countHashes() - hashes };
};

/** All that an answer says, but for what tells one request from another. */
const said = ({ status, text, setCookie, headers }: Answer) => {
  const names = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return { status, text, setCookie, headers: names };
};

const median = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

describe.each(ways)('POST %s', (path, bodyFor) => {
  it('answers alike, word for word and header for header', async () => {
    const [one, other] = [await attempt(path, bodyFor(known)), await attempt(path, bodyFor(nobody))];
    expect(one.answer.status).toBe(401);
    expect(said(other.answer)).toEqual(said(one.answer));
  });

  it('computes one hash, no more and no fewer', async () => {
    for (const names of [known, nobody, known, nobody])
      expect((await attempt(path, bodyFor(names))).hashes).toBe(1);
  });

  it('computes one for someone without a password', async () => {
    const username = `passwordless_${path.slice(-5)}`;
    const { email } = await signUp(started.base, { username });
    await started.stack.db.query(
      `UPDATE accounts SET password = NULL FROM users WHERE users.id = user_id AND email = $1`,
      [email],
    );
    expect((await attempt(path, bodyFor({ email, username }))).hashes).toBe(1);
  });

  it('computes none for a password that nobody can have, and says what it says of a wrong one', async () => {
    const wrong = (await attempt(path, bodyFor(nobody))).answer;
    for (const names of [known, nobody]) {
      const long = { ...bodyFor(names), password: 'x'.repeat(50_000) };
      const { answer, hashes } = await attempt(path, long);
      expect([hashes, said(answer)]).toEqual([0, said(wrong)]);
    }
  });

  /** How long it takes for nobody, in terms of someone: medians, taken in turns against what else goes on. */
  const compare = async (rounds = 20): Promise<number> => {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const pair = round % 2 === 0 ? [known, nobody] : [nobody, known];
      for (const names of pair)
        times[names === known ? 0 : 1].push((await attempt(path, bodyFor(names))).milliseconds);
    }
    return median(times[1]) / median(times[0]);
  };

  it('takes as long: the medians differ by less than a quarter', async () => {
    // What is measured runs as often as it takes to be compiled.
    await compare(5);
    const ratios: number[] = [];
    // A busy machine may spoil one comparison; a leak spoils them all.
    while (ratios.length < 4 && !ratios.some((ratio) => ratio > 0.75 && ratio < 1.33))
      ratios.push(await compare());
    expect(ratios.at(-1)).toBeGreaterThan(0.75);
    expect(ratios.at(-1)).toBeLessThan(1.33);
  }, 90_000);
});

describe('a forgotten password', () => {
  it('answers alike for everyone and for nobody', async () => {
    const ask = async (email: string) =>
      said(await createBrowser(started.base).send('POST', '/forget-password', { body: { email } }));
    const one = await ask(known.email);
    expect(one).toMatchObject({ status: 200, text: '{"status":true}' });
    expect(await ask(nobody.email)).toEqual(one);
  });
});
