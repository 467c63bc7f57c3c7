import { eventually } from '../../test/eventually.ts';
import { captureLog } from '../../test/log.ts';
import { failingLoops, loop, wakeLoops } from './loop.ts';

const hour = 3_600_000;

describe('loop', () => {
  it('goes on while there is more, then rests until it is woken', async () => {
    const { logger: log } = captureLog();
    let rounds = 0;
    let left = 3;
    const part = loop({ every: hour, log, name: 'test' }, async () => {
      rounds += 1;
      left -= 1;
      return left > 0;
    });
    await eventually(() => expect(rounds).toBe(3));
    left = 2;
    part.wake();
    await eventually(() => expect(rounds).toBe(5));
    await part.stop();
    part.wake();
    await new Promise(setImmediate);
    expect(rounds).toBe(5);
  });

  it('does not sleep over what was asked for during a round', async () => {
    const { logger: log } = captureLog();
    const first = Promise.withResolvers<void>();
    let rounds = 0;
    const part = loop({ every: hour, log, name: 'test' }, async () => {
      rounds += 1;
      if (rounds === 1) await first.promise;
    });
    part.wake();
    first.resolve();
    await eventually(() => expect(rounds).toBe(2));
    await part.stop();
  });

  it('logs a failure, is not hurried by wakes after it, and comes again', async () => {
    const log = captureLog();
    let rounds = 0;
    const part = loop({ every: 1_000, log: log.logger, name: 'test' }, async () => {
      rounds += 1;
      throw new Error('database away');
    });
    await eventually(() => expect(rounds).toBe(1));
    const before = rounds;
    for (let times = 0; times < 10; times += 1) {
      part.wake();
      await new Promise(setImmediate);
    }
    expect(rounds).toBe(before);
    await eventually(() => expect(rounds).toBeGreaterThan(before));
    await part.stop();
    expect(log.lines()[0]).toMatchObject({ level: 40, loop: 'test' });
  });

  it('runs as many rounds side by side as it is told, and waits for all of them when stopped', async () => {
    const { logger: log } = captureLog();
    let working = 0;
    let most = 0;
    const part = loop({ every: 1, log, name: 'test', runners: 3 }, async () => {
      working += 1;
      most = Math.max(most, working);
      await new Promise((resolve) => setTimeout(resolve, 5));
      working -= 1;
      return true;
    });
    await eventually(() => expect(most).toBe(3));
    await part.stop();
    expect(working).toBe(0);
    expect(most).toBe(3);
  });

  it('calls all runners when the one that polled has found work', async () => {
    const { logger: log } = captureLog();
    const all = Promise.withResolvers<void>();
    let [rounds, working] = [0, 0];
    const part = loop({ every: hour, log, name: 'test', runners: 3 }, async () => {
      rounds += 1;
      // At first nothing is there, but will be soon; then one runner finds some and the others join it.
      if (rounds <= 3) return 5;
      if (rounds === 4) return true;
      working += 1;
      if (working === 3) all.resolve();
      return all.promise;
    });
    await all.promise;
    await part.stop();
    expect(working).toBe(3);
  });

  it('does not call the others for each piece of work that one of its runners finds', async () => {
    const { logger: log } = captureLog();
    const done = Promise.withResolvers<void>();
    let rounds = 0;
    const part = loop({ every: hour, log, name: 'test', runners: 2 }, async () => {
      rounds += 1;
      // The second runner finds nothing at first; the first one then finds ten pieces in a row.
      if (rounds === 2) return false;
      if (rounds <= 11) return true;
      done.resolve();
      return false;
    });
    await done.promise;
    await part.stop();
    expect(rounds).toBe(12);
  });

  it('comes back when a round says that something will be due, and not before', async () => {
    const { logger: log } = captureLog();
    const times: number[] = [];
    const part = loop({ every: hour, log, name: 'test' }, async () => {
      times.push(performance.now());
      return times.length < 3 ? 60 : false;
    });
    await eventually(() => expect(times).toHaveLength(3));
    await part.stop();
    const [first = 0, second = 0] = times;
    expect(second - first).toBeGreaterThan(50);
  });

  it('rests longer after each failure, says for how long it has failed, and forgets that when it goes well', async () => {
    const { logger: log } = captureLog();
    let isBroken = true;
    const part = loop({ every: hour, retry: { first: 1, most: 20 }, log, name: 'broken' }, async () => {
      if (isBroken) throw new Error('database away');
    });
    const failing = () => failingLoops().find(({ name }) => name === 'broken');
    await eventually(() => expect(failing()?.seconds).toBeGreaterThan(0.05));
    isBroken = false;
    await eventually(() => expect(failing()).toBeUndefined());
    await part.stop();
  });

  it('is woken with all others when the clock has been moved', async () => {
    const { logger: log } = captureLog();
    let rounds = 0;
    const part = loop({ every: hour, log, name: 'test' }, async () => {
      rounds += 1;
    });
    await eventually(() => expect(rounds).toBe(1));
    wakeLoops();
    await eventually(() => expect(rounds).toBe(2));
    await part.stop();
  });
});
