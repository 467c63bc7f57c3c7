/**
 * Sign-ins per second by e-mail and password through the gateway, at full load, against the rate of bare scrypt
 * hashes in a thread pool (goal: at least 0.9 of it), interleaved; and the time of get-session meanwhile for users
 * who are already signed in (goal: a p99 under twice that of the idle system).
 */
import { scrypt } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { createAccount } from '../journeys/support/clients.ts';
import { startJourney } from '../journeys/support/system.ts';
import { interleave, median, percentile } from './measuring/rounds.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 6);
const goals = { share: 0.9, slower: 2 };
const people = 16;
const password = 'correct horse battery';

const journey = await startJourney({
  config: { identity: { rateLimit: { enabled: false } } },
  env: { PASSWORD_COST: '' },
});
const emails = Array.from({ length: people }, (_, index) => `ada-${index}@example.com`);
const browsers = [];
for (const email of emails) {
  const { client, jar } = createAccount(journey.url);
  const { error } = await client.signUp.email({ name: 'Ada', email, password });
  if (error) throw new Error(`sign-up: ${error.status}`);
  browsers.push(jar);
}
const cookie = browsers[0]?.header() ?? '';

const waits: Record<'idle' | 'busy', number[]> = { idle: [], busy: [] };
const results = await interleave(rounds, {
  scrypt: hashAlone,
  idle: () => measureWait('idle', delay(seconds * 1000)),
  signIn: async () => {
    const load = signInAll();
    await measureWait('busy', load);
    return load;
  },
});
await journey.stop();

const share = median(results.signIn.map((value, round) => value / (results.scrypt[round] ?? value)));
const [idle, busy] = [median(waits.idle.slice(1)), median(waits.busy.slice(1))];
console.log(`(a) scrypt alone, in the thread pool  ${median(results.scrypt).toFixed(1)} hashes/s`);
console.log(`(b) sign-ins, through the gateway     ${median(results.signIn).toFixed(1)} sign-ins/s`);
console.log(
  `(b)/(a), median of ${rounds} interleaved rounds: ${share.toFixed(3)} (goal: at least ${goals.share})${share >= goals.share ? '' : '  NOT REACHED'}`,
);
console.log(
  `p99 of get-session meanwhile: ${busy.toFixed(2)} ms, idle ${idle.toFixed(2)} ms: ${(busy / idle).toFixed(2)} times (goal: under ${goals.slower})${busy < goals.slower * idle ? '' : '  NOT REACHED'}`,
);

/** Returns hashes per second with the thread pool kept full; parameters as in contracts/auth.md, section 3. */
async function hashAlone(): Promise<number> {
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
  const begun = performance.now();
  const until = begun + seconds * 1000;
  let count = 0;
  const hash = () =>
    new Promise<void>((resolve, reject) => {
      scrypt(password, 'salt', 64, cost, (error) => (error ? reject(error) : resolve()));
    });
  const keepBusy = async (): Promise<void> => {
    while (performance.now() < until) {
      await hash();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: 4 }, keepBusy));
  return (count * 1000) / (performance.now() - begun);
}

/** Returns sign-ins per second, by all users concurrently. */
async function signInAll(): Promise<number> {
  const result = await autocannon({
    url: `${journey.url}/api/auth/sign-in/email`,
    connections: people,
    duration: seconds,
    requests: emails.map((email) => ({
      method: 'POST' as const,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`sign-in: ${result.non2xx} refusals, ${result.errors} errors`);
  return result['2xx'] / result.duration;
}

/** Requests get-session a hundred times a second until `end`, and returns the p99 in milliseconds. */
async function measureWait(kind: 'idle' | 'busy', end: Promise<unknown>): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  let isOver = false;
  const stop = (): void => {
    isOver = true;
  };
  end.then(stop, stop);
  while (!isOver) {
    times.push(await timeOf(agent));
    await delay(10);
  }
  agent.destroy();
  const p99 = percentile(times, 0.99);
  waits[kind].push(p99);
  return p99;
}

/** Returns the duration of one request in milliseconds. */
function timeOf(agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const request = get(`${journey.url}/api/auth/get-session`, { agent, headers: { cookie } }, (response) => {
      response.resume();
      response.on('end', () => resolve(performance.now() - begun));
    });
    request.on('error', reject);
  });
}
