/** A child process for tests of `runService`; its first argument selects the behaviour. */
import { setTimeout as delay } from 'node:timers/promises';
import express from 'express';
import { CommonEnv } from '../src/config.ts';
import { runService } from '../src/process/service.ts';

const [behaviour] = process.argv.slice(2);
/** Writes to stderr, since stdout is the log. */
const say = (line: string): boolean => process.stderr.write(`${line}\n`);

await runService({
  name: 'child',
  env: CommonEnv,
  start: async ({ own, listen, clock }) => {
    if (behaviour === 'tomorrow') clock.move(86_400);
    own('first', () => void say('stopped first'));
    own('second', () => void say('stopped second'));
    if (behaviour === 'fail') throw new Error('the moon is missing');
    const app = express();
    app.get('/slow', async (_req, res) => {
      say('asked');
      await delay(700);
      res.end('finished');
    });
    app.get('/crash', () => {
      setImmediate(() => {
        throw new Error('the moon fell');
      });
    });
    const server = await listen(app);
    say(`port ${(server.address() as { port: number }).port}`);
  },
});
