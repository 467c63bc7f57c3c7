import { setTimeout as delay } from 'node:timers/promises';
import { type ManagedProcess, manageProcess } from './managed-process.ts';
import { freePort } from './ports.ts';
import { identityOf, isAlive } from './tether.ts';

const answering = `
  const { createServer } = require('node:http');
  const server = createServer((_, response) => response.end('{}'));
  server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));
  process.on('SIGTERM', () => { console.log('stopped'); process.exit(0); });`;

const running: ManagedProcess[] = [];
afterEach(async () => {
  for (const managed of running.splice(0)) await managed.stop();
});

const manage = async (program: string, pauses: { minBackoff?: number; maxBackoff?: number } = {}) => {
  const port = await freePort();
  const said: string[] = [];
  const lines: string[] = [];
  const managed = manageProcess({
    name: 'shop',
    url: `http://127.0.0.1:${port}`,
    command: [process.execPath, '-e', program],
    env: { ...process.env, PORT: `${port}` },
    onLine: (line) => lines.push(line),
    say: (line) => said.push(line),
    minBackoff: 20,
    ...pauses,
  });
  running.push(managed);
  return { managed, said, lines };
};

const until = async (isTrue: () => boolean): Promise<void> => {
  const deadline = performance.now() + 60_000;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error('it did not happen within a minute');
    await delay(5);
  }
};

describe('manageProcess', () => {
  it('starts a process, waits until it is ready and stops it in order', async () => {
    const { managed, lines, said } = await manage(answering);
    await managed.start();
    expect((await fetch(managed.url)).status).toBe(200);
    await managed.stop();
    expect(managed.pid).toBeUndefined();
    expect(lines).toEqual(['ready', 'stopped']);
    expect(said).toEqual([]);
  });

  it('starts a process again that dies by itself, and says so', async () => {
    const { managed, said } = await manage(answering);
    await managed.start();
    const first = managed.pid ?? 0;
    process.kill(first, 'SIGKILL');
    await until(() => managed.pid !== undefined && managed.pid !== first);
    await managed.ready();
    expect(said).toEqual(['stopped (SIGKILL); starting it again in 0.02 s']);
  });

  it('waits longer each time, up to a limit', async () => {
    const { managed, said } = await manage(answering, { minBackoff: 10, maxBackoff: 40 });
    await managed.start();
    for (let death = 1; death <= 4; death += 1) {
      await until(() => managed.pid !== undefined);
      process.kill(managed.pid ?? 0, 'SIGKILL');
      await until(() => said.length === death);
    }
    expect(said.map((line) => line.match(/in (\S+) s/)?.[1])).toEqual(['0.01', '0.02', '0.04', '0.04']);
  });

  it('keeps a process down that was killed by name, until it is started', async () => {
    const { managed, said } = await manage(answering);
    await managed.start();
    const before = identityOf(managed.pid ?? 0);
    await managed.kill();
    expect(isAlive(before)).toBe(false);
    expect(managed.pid).toBeUndefined();
    expect(said).toEqual([]);
    await managed.restart();
    expect((await fetch(managed.url)).status).toBe(200);
  });

  it('gives the last words of a process that never becomes ready', async () => {
    const fatal = JSON.stringify({ level: 'fatal', msg: 'option identity.nope: unknown key' });
    const { managed } = await manage(`console.log(${JSON.stringify(fatal)}); process.exit(1)`);
    await expect(managed.start()).rejects.toThrow(
      'shop did not start (exit 1): option identity.nope: unknown key',
    );
    expect(managed.pid).toBeUndefined();
  });
});
