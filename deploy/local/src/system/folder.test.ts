import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimFolder, makeFolder } from './folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('makeFolder', () => {
  it('makes those above as well, and takes one that is there', () => {
    const path = join(folder, 'a', 'b', 'c');
    makeFolder(path);
    makeFolder(path);
    expect(statSync(path).isDirectory()).toBe(true);
  });

  it('gives up where no folder can be made, at once', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => makeFolder(join(folder, 'file', 'a'))).toThrow(/EEXIST/);
    expect(() => makeFolder('/proc/tessera/data')).toThrow(/ENOENT/);
  });
});

describe('claimFolder', () => {
  it('gives a folder to one start at a time, whatever it is called', async () => {
    const alias = `${folder}-alias`;
    symlinkSync(folder, alias);
    const asked = await Promise.allSettled([claimFolder(folder), claimFolder(alias)]);
    rmSync(alias);
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(asked[1]).toMatchObject({
      reason: { message: `${alias} is in use by another start; stop it or choose another folder` },
    });
    const [first] = asked;
    if (first?.status === 'fulfilled') await first.value.release();
    const { release } = await claimFolder(folder);
    await release();
  });
});
