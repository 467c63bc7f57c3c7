import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compileCache } from '@tessera/local/system/system-processes';
import { eventually } from '../../test/eventually.ts';

const program = fileURLToPath(new URL('../../test/service-child.ts', import.meta.url));

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const run = (behaviour: string, env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [program, behaviour], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...compileCache(),
      PORT: '0',
      PUBLIC_URL: 'http://localhost',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  const over = once(child, 'close').then(([code]) => code as number | null);
  const line = (pattern: RegExp) =>
    eventually(() => {
      const found = lines.map((text) => pattern.exec(text)).find((match) => match !== null);
      if (!found) throw new Error(`no line like ${pattern} in ${lines.join('\n')}`);
      return found[1] ?? '';
    });
  return { child, lines, over, line };
};
const fatal = (lines: string[]) => lines.filter((line) => line.includes('"level":"fatal"'));

describe('runService', () => {
  it('finishes a slow request after SIGTERM, stops its parts in reverse and exits 0 without delay', async () => {
    const service = run('serve');
    const port = await service.line(/^port (\d+)/);
    const answer = fetch(`http://127.0.0.1:${port}/slow`).then((response) => response.text());
    await service.line(/^asked/);
    const stoppedAt = performance.now();
    service.child.kill('SIGTERM');
    await expect(answer).resolves.toBe('finished');
    await expect(service.over).resolves.toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(5_000);
    expect(service.lines.filter((line) => line.startsWith('stopped'))).toEqual([
      'stopped second',
      'stopped first',
    ]);
  });

  it('dates its answers by the clock of the business', async () => {
    const port = await run('tomorrow').line(/^port (\d+)/);
    const { headers } = await fetch(`http://127.0.0.1:${port}/slow`);
    const ahead = Date.parse(headers.get('date') ?? '') - Date.now();
    expect(Math.round(ahead / 60_000)).toBe(24 * 60);
  });

  it('stops the parts of a failed start, says why in one line and exits 1', async () => {
    const service = run('fail');
    await expect(service.over).resolves.toBe(1);
    expect(fatal(service.lines)).toHaveLength(1);
    expect(fatal(service.lines)[0]).toContain('could not start: the moon is missing');
    expect(service.lines).toEqual(expect.arrayContaining(['stopped second', 'stopped first']));
  });

  it('says which port is taken', async () => {
    const first = run('serve');
    const port = await first.line(/^port (\d+)/);
    const second = run('serve', { PORT: port });
    await expect(second.over).resolves.toBe(1);
    expect(fatal(second.lines)[0]).toContain(`port ${port} is taken`);
    first.child.kill('SIGINT');
    await expect(first.over).resolves.toBe(0);
  });

  it('says where it cannot listen, without a stack', async () => {
    const service = run('serve', { HOST: 'nowhere.invalid' });
    await expect(service.over).resolves.toBe(1);
    expect(fatal(service.lines)[0]).toContain('cannot listen on nowhere.invalid, port 0');
    expect(fatal(service.lines)[0]).not.toContain('stack');
  });

  it('names the variable that is missing', async () => {
    const service = run('serve', { PUBLIC_URL: '' });
    await expect(service.over).resolves.toBe(1);
    expect(service.lines).toEqual([expect.stringContaining('environment variable PUBLIC_URL: ')]);
  });

  it('ends at once when it is told to stop and nobody reads its log any more', async () => {
    const service = run('serve');
    await service.line(/^port (\d+)/);
    service.child.stdout.destroy();
    const stoppedAt = performance.now();
    service.child.kill('SIGTERM');
    await expect(service.over).resolves.toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(5_000);
  });

  it('ends after a crash that nobody reads of', async () => {
    const service = run('serve');
    const port = await service.line(/^port (\d+)/);
    service.child.stdout.destroy();
    const answer = fetch(`http://127.0.0.1:${port}/crash`).catch(() => undefined);
    // The request that crashed it is never answered, and is not waited for as others are.
    await expect(service.over).resolves.toBe(1);
    await answer;
  });

  it('writes what it has gathered before it ends', async () => {
    const service = run('serve');
    await service.line(/^port (\d+)/);
    service.child.kill('SIGTERM');
    await service.over;
    expect(service.lines.some((line) => line.includes('"msg":"stopped"'))).toBe(true);
  });
});
