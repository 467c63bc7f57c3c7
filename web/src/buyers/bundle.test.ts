import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { languages } from '@tessera/proto/api/languages';

const web = fileURLToPath(new URL('../..', import.meta.url));
const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');

type Chunk = { file: string; css?: string[]; imports?: string[] };

describe('the page for buyers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-checkout-bundle-'));
  let chunks: Record<string, Chunk> = {};
  beforeAll(async () => {
    await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', folder, '--logLevel', 'warn'], {
      cwd: web,
      env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
    });
    chunks = JSON.parse(readFileSync(join(folder, '.vite/buyers.json'), 'utf8'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const filesOf = (key: string, files = new Set<string>()): Set<string> => {
    const chunk = chunks[key];
    if (!chunk) throw new Error(`${key} was not built`);
    if (files.has(chunk.file)) return files;
    files.add(chunk.file);
    for (const needed of chunk.imports ?? []) filesOf(needed, files);
    return files;
  };
  const sizeOf = (file: string): number => gzipSync(readFileSync(join(folder, file))).length;

  const pages = ['checkout', 'portal'];
  const eachOf = pages.flatMap((page) => languages.map((language) => [page, language] as const));

  it.each(eachOf)(
    'of the %s loads at most 90 kB of scripts, compressed, with its words in %s',
    (page, language) => {
      const files = new Set([
        ...filesOf(`${page}.html`),
        ...filesOf(`src/buyers/locales/${language}.json`),
        ...filesOf(`src/${page}/locales/${language}.json`),
      ]);
      const sizes = [...files].map((file) => [file, sizeOf(file)] as const);
      const total = sizes.reduce((sum, [, size]) => sum + size, 0);
      // The whole list says what has become heavy.
      expect({ sizes, isLight: total <= 90_000 }).toEqual({ sizes, isLight: true });
    },
  );

  it.each(pages)('of the %s loads the words of no language before it is known', (page) => {
    const first = filesOf(`${page}.html`);
    for (const language of languages)
      for (const part of ['buyers', page])
        expect(first).not.toContain(chunks[`src/${part}/locales/${language}.json`]?.file);
  });

  it('of the checkout is shown on sellers’ sites by one plain script', () => {
    const script = readFileSync(join(folder, 'embed/checkout.js'), 'utf8');
    expect(script).not.toMatch(/\b(import|export)\b/);
    expect(script.length).toBeLessThan(6_000);
  });
});
