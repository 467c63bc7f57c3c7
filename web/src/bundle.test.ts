import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildWeb } from '@tessera/local/system/web-build';
import { languages } from '@tessera/proto/api/languages';

type Chunk = { file: string; css?: string[]; imports?: string[] };

let folder = '';
let chunks: Record<string, Chunk> = {};
/** Those of the pages for buyers, which are a build of their own. */
let buyersChunks: typeof chunks = {};
beforeAll(async () => {
  // What journeys look at afterwards, and what is served.
  folder = await buildWeb();
  const read = (list: string) =>
    JSON.parse(readFileSync(join(folder, '.vite', list), 'utf8')) as typeof chunks;
  chunks = read('manifest.json');
  buyersChunks = read('buyers.json');
});

/** Scripts and styles that a page needs before it can be shown, with their size when compressed. */
const filesOf = (...keys: string[]): [file: string, size: number][] => {
  const files = new Set<string>();
  const load = (key: string): void => {
    const chunk = chunks[key];
    if (!chunk) throw new Error(`${key} was not built`);
    if (files.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const needed of chunk.imports ?? []) load(needed);
  };
  for (const key of keys) load(key);
  return [...files].map((file) => [file, gzipSync(readFileSync(join(folder, file))).length]);
};

/** The file that a group of `vite.config.ts` was put in. */
const groupNamed = (name: string): string => {
  const key = Object.keys(chunks).find((each) => new RegExp(`^_${name}-[\\w-]+\\.js$`).test(each));
  if (!key) throw new Error(`no file was built for ${name}`);
  return key;
};

const total = (files: [string, number][]): number => files.reduce((sum, [, size]) => sum + size, 0);

describe('the page of signing in', () => {
  it('loads at most 110 kB of scripts and styles, compressed', () => {
    const files = filesOf('index.html', groupNamed('way-in'));
    // The whole list says what has become heavy.
    expect({ files, isLight: total(files) <= 110_000 }).toEqual({ files, isLight: true });
    expect(files.some(([file]) => file.includes('shared'))).toBe(true);
    expect(files.some(([file]) => file.includes('dashboard'))).toBe(false);
  });

  it('checks what was typed without the dashboard, whose styles are others', () => {
    const names = filesOf('src/sign-in/check.ts').map(([file]) => file);
    expect(names.filter((name) => /dashboard|ground/.test(name))).toEqual([]);
  });
});

describe('the file that every page begins with', () => {
  it('fetches the styles of the part that it loads, for either part', () => {
    const entry = readFileSync(join(folder, chunks['index.html']?.file ?? ''), 'utf8');
    const [, named = '[]'] = /m\.f=(\[[^\]]*\])/.exec(entry) ?? [];
    const fetched = new Set([
      ...(JSON.parse(named) as string[]),
      ...filesOf('index.html').map(([file]) => file),
    ]);
    const styles = [...filesOf(groupNamed('way-in')), ...filesOf(groupNamed('dashboard'))]
      .map(([file]) => file)
      .filter((file) => file.endsWith('.css'));
    expect(styles.filter((file) => !fetched.has(file))).toEqual([]);
    expect(styles.length).toBeGreaterThan(3);
    // Each import with a list of its own.
    expect(entry.match(/__vite__mapDeps\(\[/g)?.length).toBeGreaterThanOrEqual(2);
  });
});

/** What stands in the page itself is not fetched. */
const isInlined = (file: string): boolean =>
  readFileSync(join(folder, 'index.html'), 'utf8').includes(`href="/${file}" media="not all" disabled>`);

describe('the first page of the dashboard', () => {
  it('loads at most 250 kB of scripts and styles, compressed, in few files', () => {
    const files = filesOf('index.html', groupNamed('dashboard'));
    expect({ files, isLight: total(files) <= 250_000 }).toEqual({ files, isLight: true });
    const fetched = files.filter(([file]) => !isInlined(file));
    // The page itself, its letters, the words of one language in two files, what stands below the figures, and what is asked
    // for: what the page begins with, figures, orders.
    expect(fetched.length + 8).toBeLessThanOrEqual(15);
  });

  it('is run in parts of about the same work, each in a task of its own', () => {
    const parts = ['shapes', 'ground', 'dashboard'].map(groupNamed);
    const sizes = parts.map((key) => readFileSync(join(folder, chunks[key]?.file ?? '')).length);
    expect({ sizes, isEven: Math.max(...sizes) <= 240_000 }).toEqual({ sizes, isEven: true });
    // Each stands on those before it, so that it runs nothing but itself.
    parts.forEach((key, place) =>
      expect(parts.slice(place).filter((later) => chunks[key]?.imports?.includes(later))).toEqual([]),
    );
  });

  it('brings the styles of what it shows later with its own', () => {
    const later = [groupNamed('below')].map((key) => chunks[key]);
    expect(later.map((chunk) => chunk && (chunk.css ?? []))).toEqual([[]]);
  });

  it('is there compressed, so that no request waits for that', () => {
    const scripts = filesOf('index.html', groupNamed('dashboard')).filter(([, size]) => size > 1_000);
    expect(scripts.length).toBeGreaterThan(4);
    for (const [file, gzipped] of scripts)
      expect(readFileSync(join(folder, `${file}.br`)).length).toBeLessThan(gzipped);
  });

  it('brings nothing that is only needed when something opens or is drawn, or not at all', () => {
    const files = filesOf('index.html', groupNamed('dashboard')).map(([file]) =>
      readFileSync(join(folder, file), 'utf8'),
    );
    for (const part of ['mantine-Spotlight', 'm_d57069b5', 'visx', 'json-schema.org/draft'])
      expect(files.some((text) => text.includes(part))).toBe(false);
  });
});

describe('a page that is gone to', () => {
  it('comes in few files, of which most are those of other pages too', () => {
    const known = new Set(filesOf('index.html', groupNamed('dashboard')).map(([file]) => file));
    const pages = ['orders/OrdersPage', 'customers/CustomersPage', 'sign-in/SignUpPage'];
    for (const name of pages) {
      const files = filesOf(`src/features/${name}.tsx`).filter(([file]) => !known.has(file));
      const isLight = files.length <= 14 && total(files) <= 145_000;
      expect({ name, files, isLight }).toEqual({ name, files, isLight: true });
    }
  });
});

describe('the outline that is shown until a page is drawn', () => {
  it('waits for no style sheet, and what is in the page is not fetched besides', () => {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    const links = page.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
    expect(links.filter((link) => !/ media="not all" disabled>$/.test(link))).toEqual([]);
    const inlined = links.map((link) => /href="\/([^"]+)"/.exec(link)?.[1] ?? '');
    expect(inlined.length).toBeGreaterThan(0);
    for (const file of inlined) {
      expect(page).toContain(readFileSync(join(folder, file), 'utf8').trim());
      expect(page).not.toContain(`as="style" crossorigin="" href="/${file}"`);
    }
    expect(page).toContain('--surface-raised:');
  });
});

describe('the letters', () => {
  it('that every page begins with are at most 50 kB, and fetched with the page', () => {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    const [, font = ''] = /<link rel="preload" as="font"[^>]*href="\/([^"]+)"/.exec(page) ?? [];
    expect(readFileSync(join(folder, font)).length).toBeLessThanOrEqual(50_000);
  });
});

describe('the page for buyers', () => {
  const filesOf = (key: string, files = new Set<string>()): Set<string> => {
    const chunk = buyersChunks[key];
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
        expect(first).not.toContain(buyersChunks[`src/${part}/locales/${language}.json`]?.file);
  });

  it('of the checkout is shown on sellers’ sites by one plain script', () => {
    const script = readFileSync(join(folder, 'embed/checkout.js'), 'utf8');
    expect(script).not.toMatch(/\b(import|export)\b/);
    expect(script.length).toBeLessThan(6_000);
  });
});
