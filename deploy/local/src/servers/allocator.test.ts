import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { allocator } from './allocator.ts';

const run = promisify(execFile);

const root = mkdtempSync(join(tmpdir(), 'tessera-allocator-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the allocator of processes', () => {
  it('is the first library that is found', () => {
    const folder = join(root, 'usr/lib/x86_64-linux-gnu');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'libjemalloc.so.2'), '');
    expect(allocator([join(root, 'nothing'), root])).toMatchObject({
      LD_PRELOAD: join(folder, 'libjemalloc.so.2'),
    });
  });

  it("is the C library's own where there is none", () => {
    expect(allocator([join(root, 'nothing')])).toEqual({ MALLOC_ARENA_MAX: '2' });
  });

  it('is one that a process of this machine starts with, without a word', async () => {
    const { stdout, stderr } = await run(process.execPath, ['-p', '1 + 1'], {
      env: { ...process.env, ...allocator() },
    });
    expect({ stdout, stderr }).toEqual({ stdout: '2\n', stderr: '' });
  });
});
