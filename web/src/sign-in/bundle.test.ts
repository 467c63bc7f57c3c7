import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const web = fileURLToPath(new URL('../..', import.meta.url));
const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');

type Chunk = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] };

describe('the page of signing in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bundle-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('loads at most 110 kB of scripts and styles, compressed', async () => {
    await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', folder, '--manifest'], {
      cwd: web,
      env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
    });
    const chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
      string,
      Chunk
    >;
    const files = new Set<string>();
    const load = (key: string): void => {
      const chunk = chunks[key];
      if (!chunk) throw new Error(`${key} was not built`);
      if (files.has(chunk.file)) return;
      for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
      for (const needed of chunk.imports ?? []) load(needed);
    };
    load('index.html');
    load('src/sign-in/start.tsx');
    const sizes = [...files].map(
      (file) => [file, gzipSync(readFileSync(join(folder, file))).length] as const,
    );
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    // The whole list says what has become heavy.
    expect({ sizes, isLight: total <= 110_000 }).toEqual({ sizes, isLight: true });
    expect(sizes.some(([file]) => file.includes('react'))).toBe(true);
  });
});
