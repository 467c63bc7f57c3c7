/**
 * Servers and processes die under load: nobody is signed out, no request takes longer than its time limit, and what
 * cannot be answered is refused clearly.
 */
import { eventually } from '@tessera/kit/test/eventually';
import { createClient } from 'redis';
import { ask, isRight, isWrong, type Load, type Person, signUpMany, startLoad } from './support/load.ts';
import { type Journey, startJourney } from './support/system.ts';

const timeout = 5_000;
/** The time limit is the gateway's; the rest is a machine that does much at once. Without the limit it were forever. */
const slowest = timeout + 5_000;

let journey: Journey;
let people: Person[];
let load: Load;
beforeAll(async () => {
  journey = await startJourney({ config: { gateway: { timeout } } });
  people = await signUpMany(journey.url, 20);
});
afterAll(() => journey?.stop());
beforeEach(() => {
  load = startLoad(journey.url, people);
});
afterEach(() => load.stop());

/** The processes that run now. */
const pids = () => Object.entries(journey.processes).map(([name, { pid }]) => [name, pid]);

const everyoneIsSignedIn = () =>
  eventually(async () => {
    for (const person of people)
      for (const question of ['session', 'stored session', 'products'] as const) {
        const answer = await ask(journey.url, question, person);
        if (!isRight(answer)) throw new Error(`not signed in: ${JSON.stringify(answer)}`);
      }
  });

/** Lets something happen in the middle of the load, and looks at every answer from its beginning to the recovery. */
const under = async (fault: () => Promise<void>) => {
  await load.more(5);
  const from = load.answers.length;
  await fault();
  await everyoneIsSignedIn();
  await load.more(5);
  const answers = load.answers.slice(from);
  expect(answers.filter((answer) => isWrong(answer, slowest))).toEqual([]);
  // Once all is well again, all is well: the last answers to each question are right ones.
  expect(answers.slice(-12).filter((answer) => !isRight(answer))).toEqual([]);
  return answers;
};

describe('under load', () => {
  it('Redis may be emptied: nobody notices', async () => {
    const answers = await under(async () => {
      const redis = await createClient({ url: journey.servers.redis.url }).connect();
      await redis.flushAll();
      redis.destroy();
      await load.more(5);
    });
    expect(answers.filter((answer) => !isRight(answer))).toEqual([]);
  });

  it('Redis may die and come back: nobody notices', async () => {
    const answers = await under(async () => {
      const before = pids();
      await journey.servers.redis.kill();
      await load.more(20);
      await journey.servers.redis.restart();
      expect(pids()).toEqual(before);
    });
    expect(answers.filter((answer) => !isRight(answer))).toEqual([]);
  });

  it('Postgres may stop and come back: who is signed in is, and the rest is refused clearly', async () => {
    const answers = await under(async () => {
      const before = pids();
      await journey.servers.postgres.stop();
      await load.more(40);
      await journey.servers.postgres.restart();
      expect(pids()).toEqual(before);
    });
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  });

  it('Postgres may stop while Redis is empty: nobody is taken for signed out', async () => {
    await under(async () => {
      await journey.servers.redis.kill();
      await journey.servers.postgres.stop();
      await load.more(10);
      await journey.servers.redis.restart();
      await load.more(10);
      await journey.servers.postgres.restart();
    });
  });

  it('identity may be killed: it starts again, and everyone is still signed in', async () => {
    await under(async () => {
      const { pid } = journey.processes.identity;
      if (pid === undefined) throw new Error('identity runs');
      process.kill(-pid, 'SIGKILL');
      await load.more(10);
      await eventually(() => expect(journey.processes.identity.pid).not.toBe(pid));
      await journey.processes.identity.ready();
    });
  });

  it('the bus may die and come back: nobody notices', async () => {
    const answers = await under(async () => {
      const before = pids();
      await journey.servers.nats.kill();
      await load.more(20);
      await journey.servers.nats.restart();
      expect(pids()).toEqual(before);
    });
    expect(answers.filter((answer) => !isRight(answer))).toEqual([]);
  });
});
