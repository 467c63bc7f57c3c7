import { eventually } from '../../test/eventually.ts';
import { captureLog } from '../../test/log.ts';
import { sweep } from './sweep.ts';

describe('sweep', () => {
  it('works again and again, also after a failure, and waits for the round under way when stopped', async () => {
    const log = captureLog();
    let rounds = 0;
    let isWorking = false;
    const part = sweep({ every: 1, log: log.logger, name: 'test' }, async () => {
      isWorking = true;
      rounds += 1;
      await new Promise(setImmediate);
      isWorking = false;
      if (rounds === 1) throw new Error('database away');
    });
    await eventually(() => expect(rounds).toBeGreaterThan(2));
    await part.stop();
    expect(isWorking).toBe(false);
    const after = rounds;
    await new Promise(setImmediate);
    expect(rounds).toBe(after);
    expect(log.lines()).toMatchObject([{ level: 40, loop: 'test' }]);
  });
});
