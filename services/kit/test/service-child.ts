/** A process of `runService` for its tests; its first argument says how it is to behave. */
import { setTimeout as delay } from 'node:timers/promises';
import express from 'express';
import { CommonEnv } from '../src/config.ts';
import { runService } from '../src/service.ts';

const [behaviour] = process.argv.slice(2);

await runService({
  name: 'child',
  env: CommonEnv,
  start: async ({ own, listen }) => {
    own('first', () => void process.stdout.write('stopped first\n'));
    own('second', () => void process.stdout.write('stopped second\n'));
    if (behaviour === 'fail') throw new Error('the moon is missing');
    const app = express();
    app.get('/slow', async (_req, res) => {
      process.stdout.write('asked\n');
      await delay(700);
      res.end('finished');
    });
    const server = await listen(app);
    process.stdout.write(`port ${(server.address() as { port: number }).port}\n`);
  },
});
