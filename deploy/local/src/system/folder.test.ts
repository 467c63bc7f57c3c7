import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './folder.ts';

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
