import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const session = fileURLToPath(new URL('session.ts', import.meta.url));

/** Says something, then whether it is being stopped, and ends. */
const program = `
  import { runUntilStopped, say } from ${JSON.stringify(session)};
  await runUntilStopped('start', async (_, { signal }) => {
    const failed = new Promise((resolve) => process.stdout.prependOnceListener('error', resolve));
    setInterval(() => undefined, 60_000);
    say('ready');
    const { code } = await failed;
    process.stderr.write(code + ' ' + signal.aborted);
    process.kill(process.pid, 'SIGTERM');
  });`;

describe('a start', () => {
  it('goes on when what it says cannot be written because the disk is full', async () => {
    const output = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
      stdio: ['ignore', output, 'pipe'],
    });
    closeSync(output);
    const [said, [code]] = await Promise.all([
      text(child.stderr as Readable),
      once(child, 'exit') as Promise<[number]>,
    ]);
    expect([said, code]).toEqual(['ENOSPC false', 0]);
  });
});
