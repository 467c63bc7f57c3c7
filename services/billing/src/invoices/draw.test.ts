import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { drawPaper } from './draw.ts';
import type { Paper } from './paper.ts';

const lines = (count: number, name = 'Line') =>
  Array.from({ length: count }, (_, index) => ({ label: `${name} ${index + 1}`, amount: '$1.00' }));
const paper: Paper = {
  language: 'en',
  title: 'Invoice',
  facts: [['Invoice number', 'NORTH-0042']],
  seller: { heading: 'From', lines: ['Northwind & <Sons>'], country: 'DE' },
  buyer: { heading: 'Billed to', lines: ['محمد'], country: 'DE' },
  columns: ['Description', 'Amount'],
  items: lines(1),
  totals: lines(2, 'Sum'),
  total: { label: 'Total', amount: '$60.00' },
  settled: [],
  sellerNote: null,
  notes: ['This invoice has been paid.'],
};

const open = async (more: Partial<Paper> = {}) =>
  getDocumentProxy(new Uint8Array(await drawPaper({ ...paper, ...more })));
type Opened = Awaited<ReturnType<typeof open>>;
const pagesOf = (doc: Opened) =>
  Promise.all(Array.from({ length: doc.numPages }, (_, index) => doc.getPage(index + 1)));
type Page = Awaited<ReturnType<typeof pagesOf>>[number];

/** What stands on a page, by the text's place. */
const linesOn = async (page: Page): Promise<string[]> => {
  const found = new Map<number, string[]>();
  for (const item of (await page.getTextContent()).items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const y = Math.round(item.transform[5]);
    found.set(y, [...(found.get(y) ?? []), item.str.trim()]);
  }
  return [...found].sort(([a], [b]) => b - a).map(([, texts]) => texts.sort().join(' | '));
};

/** The colors in which a page writes; null: that in which every page begins. */
const colorsOf = async (page: Page): Promise<Set<unknown>> => {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const found = new Set<unknown>();
  const outer: unknown[] = [];
  let color: unknown = null;
  for (const [index, operator] of fnArray.entries()) {
    if (operator === OPS.save) outer.push(color);
    if (operator === OPS.restore) color = outer.pop();
    if (operator === OPS.setFillRGBColor) color = argsArray[index][0];
    if (operator === OPS.showText) found.add(color);
  }
  return found;
};

type Node = { role?: string; id?: string; children?: Node[] };

/** What a screen reader reads, an element per entry: its path of types and its text. */
const readOut = async (page: Page): Promise<string[]> => {
  const texts = new Map<string, string>();
  let id: string | null = null;
  for (const item of (await page.getTextContent({ includeMarkedContent: true })).items)
    if ('str' in item) {
      if (id !== null) texts.set(id, (texts.get(id) ?? '') + item.str);
    } else id = item.type === 'beginMarkedContentProps' ? item.id : null;
  const read = (node: Node, path: string[]): string[] => {
    const here = node.role && node.role !== 'Root' ? [...path, node.role] : path;
    const parts = node.children ?? [];
    const own = parts.flatMap((part) => (part.id ? [texts.get(part.id) ?? ''] : []));
    const below = parts.flatMap((part) => (part.id ? [] : read(part, here)));
    return own.length > 0 ? [`${here.slice(1).join(' ')}: ${own.join('').trim()}`, ...below] : below;
  };
  return read((await page.getStructTree()) as Node, []);
};

describe('a paper', () => {
  it('keeps its colors on further pages', async () => {
    const [first, second] = await pagesOf(await open({ items: lines(60) }));
    const colors = await colorsOf(first as Page);
    expect(colors.size).toBe(2);
    expect(await colorsOf(second as Page)).toEqual(colors);
  });

  it('repeats the head of its table on every page that the table is on', async () => {
    const pages = await Promise.all((await pagesOf(await open({ items: lines(80) }))).map(linesOn));
    expect(pages.length).toBe(3);
    for (const page of pages) expect(page.filter((line) => line === 'Amount | Description')).toHaveLength(1);
    expect(pages.flat().filter((line) => /^\$1.00 \| Line/.test(line))).toHaveLength(80);
  });

  it('has its sums on one page, wherever the items end', async () => {
    for (const count of [22, 24, 26, 28]) {
      const pages = await Promise.all((await pagesOf(await open({ items: lines(count) }))).map(linesOn));
      const sums = pages.map((page) => page.filter((line) => /Sum|Total/.test(line)).length);
      expect(sums.toSorted((a, b) => a - b)).toEqual(pages.length === 1 ? [3] : [0, 3]);
    }
  });

  it('has the amount beside the first line of a name that goes on on the next page', async () => {
    const label = `Refund: ${'Studio Pro, '.repeat(400)}`;
    const [first = [], second = []] = await Promise.all(
      (await pagesOf(await open({ items: [{ label, amount: '-$5.00' }] }))).map(linesOn),
    );
    expect(first).toContainEqual(expect.stringMatching(/^-\$5.00 \| Refund: Studio Pro/));
    expect(second.slice(0, 2)).toEqual(['Amount | Description', expect.stringContaining('Studio Pro')]);
    expect(second).not.toContainEqual(expect.stringContaining('-$5.00'));
  });
});

describe('a screen reader', () => {
  it('gets title, author and language, and is told that the document is tagged', async () => {
    const doc = await open();
    const { info, metadata } = await doc.getMetadata();
    expect(info).toMatchObject({ Title: 'Invoice NORTH-0042', Language: 'en' });
    expect(metadata?.get('dc:title')).toBe('Invoice NORTH-0042');
    expect(metadata?.get('dc:creator')).toEqual(['Northwind & <Sons>']);
    expect(await doc.getMarkInfo()).toMatchObject({ Marked: true });
  });

  it('reads everything in order, rows with their headers, and no page number', async () => {
    const [page] = await pagesOf(await open());
    expect(await readOut(page as Page)).toEqual([
      'H1: Invoice',
      'P: Northwind & <Sons>',
      'Table TR TH: Invoice number',
      'Table TR TD: NORTH-0042',
      'Sect H2: From',
      'Sect P: Northwind & <Sons>',
      'Sect H2: Billed to',
      expect.stringMatching(/^Sect P: /),
      'Table THead TR TH: Description',
      'Table THead TR TH: Amount',
      'Table TBody TR TD: Line 1',
      'Table TBody TR TD: $1.00',
      'Table TFoot TR TH: Sum 1',
      'Table TFoot TR TD: $1.00',
      'Table TFoot TR TH: Sum 2',
      'Table TFoot TR TD: $1.00',
      'Table TFoot TR TH: Total',
      'Table TFoot TR TD: $60.00',
      'P: This invoice has been paid.',
    ]);
  });

  it('reads no head twice', async () => {
    const read = await Promise.all((await pagesOf(await open({ items: lines(60) }))).map(readOut));
    expect(read.flat().filter((entry) => entry.includes('Description'))).toHaveLength(1);
  });

  it('finds a space between the words on both sides of a line break', async () => {
    const note = 'Court of Hamburg '.repeat(12).trim();
    const [page] = await pagesOf(await open({ sellerNote: note }));
    const { OPS } = await getResolvedPDFJS();
    const { fnArray, argsArray } = await (page as Page).getOperatorList();
    const letters = fnArray.flatMap((operator, index): { unicode?: string }[] =>
      operator === OPS.showText ? argsArray[index][0] : [],
    );
    expect(letters.map(({ unicode = '' }) => unicode).join('')).toContain(note);
  });

  it('meets nothing that is neither read nor marked as decoration', async () => {
    const { OPS } = await getResolvedPDFJS();
    const drawn = [OPS.showText, OPS.stroke, OPS.fill, OPS.constructPath];
    for (const page of await pagesOf(await open({ items: lines(60) }))) {
      let depth = 0;
      for (const operator of (await page.getOperatorList()).fnArray) {
        if (operator === OPS.beginMarkedContent || operator === OPS.beginMarkedContentProps) depth += 1;
        if (operator === OPS.endMarkedContent) depth -= 1;
        if (drawn.includes(operator)) expect(depth).toBe(1);
      }
    }
  });
});
