import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cached, cacheFolder } from './cache.ts';

const before = process.env['XDG_CACHE_HOME'];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-cache-'));
  process.env['XDG_CACHE_HOME'] = folder;
});
afterEach(() => {
  if (before === undefined) delete process.env['XDG_CACHE_HOME'];
  else process.env['XDG_CACHE_HOME'] = before;
  rmSync(folder, { recursive: true, force: true });
});

const fillWith = (text: string) => (fresh: string) => {
  writeFileSync(join(fresh, 'content'), text);
  return Promise.resolve();
};

describe('cacheFolder', () => {
  it('follows XDG_CACHE_HOME, else lies in the home folder', () => {
    expect(cacheFolder({ XDG_CACHE_HOME: '/x' })).toBe('/x/tessera');
    expect(cacheFolder({ XDG_CACHE_HOME: '' })).toMatch(/\/\.cache\/tessera$/);
  });
});

describe('cached', () => {
  it('fills a folder once, however many ask at the same time', async () => {
    let fills = 0;
    const fill = async (fresh: string) => {
      fills += 1;
      await fillWith(`${fills}`)(fresh);
    };
    const folders = await Promise.all([1, 2, 3].map(() => cached('thing', fill)));
    expect(new Set(folders).size).toBe(1);
    expect(fills).toBe(1);
    expect(readFileSync(join(folders[0] ?? '', 'content'), 'utf8')).toBe('1');
  });

  it('leaves nothing behind when filling fails', async () => {
    await expect(cached('thing', () => Promise.reject(new Error('no network')))).rejects.toThrow(
      'no network',
    );
    expect(existsSync(join(cacheFolder(), 'thing'))).toBe(false);
    expect(await cached('thing', fillWith('second try'))).toBe(join(cacheFolder(), 'thing'));
  });

  it('takes away the lock of a process that is gone', async () => {
    mkdirSync(cacheFolder(), { recursive: true });
    writeFileSync(join(cacheFolder(), 'thing.lock'), JSON.stringify({ pid: process.pid, startTime: '1' }));
    expect(await cached('thing', fillWith('x'))).toBe(join(cacheFolder(), 'thing'));
  });

  it('fills again what is no longer good', async () => {
    await cached('thing', fillWith('old'));
    const read = (path: string) => readFileSync(join(path, 'content'), 'utf8');
    const again = await cached('thing', fillWith('new'), (path) => read(path) === 'new');
    expect(read(again)).toBe('new');
  });
});
