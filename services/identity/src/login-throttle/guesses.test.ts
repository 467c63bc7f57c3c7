/** Brute force against passwords (OWASP ASVS 5.0, v6.3.1), and that it shuts out no owner (v6.1.1). */
import { kitErrors } from '@tessera/kit/errors';
import { createBrowser } from '../../test/browser.ts';
import { mailTo } from '../../test/client.ts';
import { type IdentityStack, person, startIdentity } from '../../test/factories.ts';
import { attack, guesses } from './counts.ts';
import { accountOf, throttlePasswordAttempt } from './guard.ts';

let started: IdentityStack;
let replica: string;
const options = { user: { deleteUser: { enabled: true } } };
beforeAll(async () => {
  started = await startIdentity(options);
  replica = (await started.withOptions(options)).base;
});
afterAll(() => started.stop());

let addresses = 0;
/** An address that nobody has called from. */
const freshAddress = () => {
  addresses += 1;
  return `10.0.${addresses >> 8}.${addresses & 255}`;
};

const from = (address: string, base = started.base) => {
  const browser = createBrowser(base);
  const headers = { 'x-forwarded-for': address };
  const post = (path: string, body: object) => browser.send('POST', path, { body, headers });
  return {
    post,
    signIn: (email: string, password: string) => post('/sign-in/email', { email, password }),
    statuses: async (times: number, act: () => Promise<{ status: number }>) => {
      const statuses: number[] = [];
      for (let time = 0; time < times; time += 1) statuses.push((await act()).status);
      return statuses;
    },
  };
};

const signUp = async (own: Record<string, unknown> = {}) => {
  const someone = person(own);
  const caller = from(freshAddress());
  const { status, body } = await caller.post('/sign-up/email', someone);
  expect(status).toBe(200);
  return { ...someone, ...caller, account: accountOf(body, '') };
};

const wrong = 'not the right one';
const refusals = (times: number, status: number) => Array.from({ length: times }, () => status);
/** Guesses as an attack with many addresses makes them, without the work of judging them. */
const beginMany = async (account: string, times: number) => {
  for (let time = 0; time < times; time += 1)
    await started.identity.counts.begin({ account, address: `172.16.${time}.1` }, started.stack.clock.now());
};

describe('guessing a password', () => {
  it('ends for an address after ten wrong ones, whatever comes then, until a quarter of an hour is over', async () => {
    const { email, password } = await signUp();
    const attacker = from(freshAddress());
    expect(await attacker.statuses(10, () => attacker.signIn(email, wrong))).toEqual(refusals(10, 401));
    started.stack.clock.advance(60);
    const refused = await attacker.signIn(email.toUpperCase(), password);
    expect(refused).toMatchObject({
      status: 429,
      text: '{"message":"Too many requests. Please try again later."}',
      setCookie: [],
    });
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'content-type': 'text/plain;charset=UTF-8',
      'x-retry-after': '840',
      'retry-after': '840',
    });
    started.stack.clock.advance(840);
    expect((await attacker.signIn(email, password)).status).toBe(200);
  });

  it('leaves the owner at another address able to sign in at once', async () => {
    const { email, password } = await signUp();
    const attacker = from(freshAddress());
    await attacker.statuses(11, () => attacker.signIn(email, wrong));
    expect((await attacker.signIn(email, password)).status).toBe(429);
    expect((await from(freshAddress()).signIn(email, password)).status).toBe(200);
  });

  it('is limited alike for an account that nobody has (enumeration, v6.3.8)', async () => {
    const attacker = from(freshAddress());
    const statuses = await attacker.statuses(11, () => attacker.signIn('nobody-here@example.com', wrong));
    expect(statuses).toEqual([...refusals(10, 401), 429]);
  });

  it('begins anew after a right one', async () => {
    const { email, password } = await signUp();
    const owner = from(freshAddress());
    await owner.statuses(9, () => owner.signIn(email, wrong));
    expect((await owner.signIn(email, password)).status).toBe(200);
    expect(await owner.statuses(10, () => owner.signIn(email, wrong))).toEqual(refusals(10, 401));
  });

  it('begins anew for whoever resets the forgotten password by mail', async () => {
    const { email } = await signUp();
    const owner = from(freshAddress());
    await owner.statuses(11, () => owner.signIn(email, wrong));
    expect((await owner.post('/forget-password', { email })).status).toBe(200);
    const { token } = await mailTo(started, email, 'reset-password');
    const newPassword = 'remembered from now on';
    expect((await owner.post('/reset-password', { newPassword, token })).status).toBe(200);
    expect((await owner.signIn(email, newPassword)).status).toBe(200);
  });

  it('is counted before it is judged, so that many at once are no way around', async () => {
    const { email } = await signUp();
    const address = freshAddress();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        from(address, index % 2 === 0 ? started.base : replica).signIn(email, wrong),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...refusals(10, 401), ...refusals(6, 429)]);
  });

  it('is counted together by all replicas', async () => {
    const { email } = await signUp();
    const address = freshAddress();
    const [one, two] = [from(address), from(address, replica)];
    expect(await one.statuses(5, () => one.signIn(email, wrong))).toEqual(refusals(5, 401));
    expect(await two.statuses(6, () => two.signIn(email, wrong))).toEqual([...refusals(5, 401), 429]);
  });

  it('is limited at each way in: by username, at a change of the password and at deletion', async () => {
    const ada = await signUp({ username: 'guessed_ada' });
    const byName = from(freshAddress());
    const act = () => byName.post('/sign-in/username', { username: 'Guessed_Ada', password: wrong });
    expect(await byName.statuses(11, act)).toEqual([...refusals(10, 401), 429]);
    const change = () => ada.post('/change-password', { currentPassword: wrong, newPassword: 'long enough' });
    expect(await ada.statuses(6, change)).toEqual(refusals(6, 400));
    const remove = () => ada.post('/delete-user', { password: wrong });
    expect(await ada.statuses(5, remove)).toEqual([...refusals(4, 400), 429]);
  });

  it('is counted together at all of them, by whatever name', async () => {
    const ada = await signUp({ username: 'counted_ada' });
    const byName = () => ada.post('/sign-in/username', { username: 'Counted_Ada', password: wrong });
    const change = () => ada.post('/change-password', { currentPassword: wrong, newPassword: 'long enough' });
    const remove = () => ada.post('/delete-user', { password: wrong });
    expect(await ada.statuses(4, byName)).toEqual(refusals(4, 401));
    expect(await ada.statuses(2, () => ada.signIn(ada.email, wrong))).toEqual(refusals(2, 401));
    expect(await ada.statuses(2, change)).toEqual(refusals(2, 400));
    expect(await ada.statuses(2, remove)).toEqual(refusals(2, 400));
    for (const act of [byName, change, remove, () => ada.signIn(ada.email, ada.password)])
      expect((await act()).status).toBe(429);
  });

  it('counts all of an IPv6 network as one address', async () => {
    const { email } = await signUp();
    const statuses: number[] = [];
    for (let host = 1; host <= 11; host += 1)
      statuses.push((await from(`2001:db8:1:2:0:0:0:${host}`).signIn(email, wrong)).status);
    expect(statuses).toEqual([...refusals(10, 401), 429]);
    expect((await from('2001:db8:1:3:0:0:0:1').signIn(email, wrong)).status).toBe(401);
  });

  it('is limited also where sessions keep no addresses, and nowhere when limits are off', async () => {
    const { email } = await signUp();
    const advanced = { ipAddress: { disableIpTracking: true } };
    const hidden = from(freshAddress(), (await started.withOptions({ advanced })).base);
    expect((await hidden.statuses(11, () => hidden.signIn(email, wrong))).at(-1)).toBe(429);
    const free = from(freshAddress(), (await started.withOptions({ rateLimit: { enabled: false } })).base);
    expect((await free.statuses(11, () => free.signIn(email, wrong))).at(-1)).toBe(401);
  });

  it('counts for nothing when nobody could judge it', async () => {
    const guess = { account: 'unjudged@example.com', address: freshAddress() };
    for (let time = 0; time < 20; time += 1)
      await expect(
        throttlePasswordAttempt(started.identity, guess, () =>
          Promise.reject(kitErrors.ServiceUnavailable()),
        ),
      ).rejects.toMatchObject({ status: 503 });
    expect(await throttlePasswordAttempt(started.identity, guess, () => Promise.resolve(true))).toBe(true);
  });
});

describe('an attack from many addresses', () => {
  it('gets three tries from each new address, and the owner signs in at once from a new one', async () => {
    const { email, password, account } = await signUp();
    await beginMany(account, attack.most);
    const attacker = from(freshAddress());
    expect(await attacker.statuses(4, () => attacker.signIn(email, wrong))).toEqual([401, 401, 401, 429]);
    expect((await from(freshAddress()).signIn(email, password)).status).toBe(200);
  });

  it('gets no more than its total, however many addresses it has; the owner comes in where they came from', async () => {
    const { email, password, account } = await signUp();
    const home = from(freshAddress());
    expect((await home.signIn(email, password)).status).toBe(200);
    await beginMany(account, attack.total - 1);
    const statuses: number[] = [];
    for (let time = 0; time < 4; time += 1)
      statuses.push((await from(freshAddress()).signIn(email, wrong)).status);
    expect(statuses).toEqual([401, 429, 429, 429]);
    const abroad = from(freshAddress());
    const refused = await abroad.signIn(email, password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('x-retry-after'))).toBe(3_600);
    expect((await home.signIn(email, password)).status).toBe(200);
    // By mail also from a new address, while the attack goes on.
    expect((await abroad.post('/forget-password', { email })).status).toBe(200);
    const { token } = await mailTo(started, email, 'reset-password');
    const newPassword = 'remembered from now on';
    expect((await abroad.post('/reset-password', { newPassword, token })).status).toBe(200);
    expect((await abroad.signIn(email, newPassword)).status).toBe(200);
    started.stack.clock.advance(3_600);
    expect((await from(freshAddress()).signIn(email, newPassword)).status).toBe(200);
  });

  it('takes nothing from where the owner has signed up and never signed in since', async () => {
    const { email, password, account, signIn } = await signUp();
    await beginMany(account, attack.total);
    expect((await signIn(email, password)).status).toBe(200);
    expect((await from(freshAddress()).signIn(email, password)).status).toBe(429);
  });

  it('takes no tries from an address where the owner has signed in before', async () => {
    const { email, password, account } = await signUp();
    const home = from(freshAddress());
    expect((await home.signIn(email, password)).status).toBe(200);
    await beginMany(account, attack.most);
    expect(await home.statuses(10, () => home.signIn(email, wrong))).toEqual(refusals(10, 401));
  });

  it('is over an hour later', async () => {
    const { email, account } = await signUp();
    await beginMany(account, attack.most);
    started.stack.clock.advance(3_600);
    const someone = from(freshAddress());
    expect(await someone.statuses(4, () => someone.signIn(email, wrong))).toEqual(refusals(4, 401));
  });

  it('is not what right passwords from many addresses are', async () => {
    const account = 'busy@example.com';
    const now = started.stack.clock.now();
    for (let time = 0; time < attack.most + 1; time += 1) {
      const guess = { account, address: `172.17.${time}.1` };
      await started.identity.counts.begin(guess, now);
      await started.identity.counts.end(guess, 'right', now);
    }
    const guess = { account, address: freshAddress() };
    const waits: number[] = [];
    for (let time = 0; time < guesses.most; time += 1)
      waits.push(await started.identity.counts.begin(guess, now));
    expect(waits).toEqual(refusals(guesses.most, 0));
  });
});
