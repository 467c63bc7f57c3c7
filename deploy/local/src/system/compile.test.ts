import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boundCache, compileSources } from './compile.ts';
import { compileCache, entryOf } from './system-processes.ts';

const before = process.env['XDG_CACHE_HOME'];
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-compile-'));
  process.env['XDG_CACHE_HOME'] = folder;
});
afterAll(() => {
  if (before === undefined) delete process.env['XDG_CACHE_HOME'];
  else process.env['XDG_CACHE_HOME'] = before;
  rmSync(folder, { recursive: true });
});

const sayMemory = 'process.on("exit",()=>console.log(process.memoryUsage().external))';

/** Megabytes outside the heap, where the compiler is, at the end of a process that ends for want of its environment. */
const megabytes = (): number => {
  const hook = `data:text/javascript,${encodeURIComponent(sayMemory)}`;
  const { stdout } = spawnSync(process.execPath, ['--import', hook, entryOf('inbox')], {
    env: { PATH: process.env['PATH'], ...compileCache() },
  });
  return Number(stdout.toString()) / 1e6;
};

describe('compileSources', () => {
  it('leaves nothing to strip for the processes, and does so once', async () => {
    await compileSources(['inbox']);
    expect(megabytes()).toBeLessThan(7);
    const cache = compileCache()['NODE_COMPILE_CACHE'] ?? '';
    const marks = () => readdirSync(cache).filter((name) => name.startsWith('compiled-'));
    const [mark = ''] = marks();
    const { mtimeMs } = statSync(join(cache, mark));
    await compileSources(['inbox']);
    expect(marks()).toEqual([mark]);
    expect(statSync(join(cache, mark)).mtimeMs).toBe(mtimeMs);
  });

  it('is what keeps the compiler out of them', () => {
    rmSync(compileCache()['NODE_COMPILE_CACHE'] ?? '', { recursive: true });
    expect(megabytes()).toBeGreaterThan(7);
  });
});

describe('boundCache', () => {
  it('empties a cache that has grown beyond its bound, and no other', () => {
    const cache = mkdtempSync(join(folder, 'cache-'));
    mkdirSync(join(cache, 'v24'));
    for (const name of ['v24/a', 'v24/b', 'compiled-1']) writeFileSync(join(cache, name), '');
    boundCache(cache, 4);
    expect(readdirSync(cache)).toEqual(['compiled-1', 'v24']);
    boundCache(cache, 3);
    expect(readdirSync(cache)).toEqual([]);
  });
});
