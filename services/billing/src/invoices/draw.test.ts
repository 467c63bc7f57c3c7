import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { drawPaper } from './draw.ts';
import type { Paper } from './paper.ts';

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ label: `Line ${index + 1}`, amount: '$1.00' }));
const paper: Paper = {
  language: 'en',
  title: 'Invoice',
  facts: [['Invoice number', 'NORTH-0042']],
  seller: { heading: 'From', lines: ['Northwind'], country: 'DE' },
  buyer: { heading: 'Billed to', lines: ['Ada'], country: 'DE' },
  columns: ['Description', 'Amount'],
  items: lines(1),
  totals: lines(60),
  total: { label: 'Total', amount: '$60.00' },
  settled: [],
  sellerNote: null,
  notes: ['This invoice has been paid.'],
};

/** The colors in which a page writes; null: that in which every page begins. */
const colorsOf = async (bytes: Buffer, number: number): Promise<Set<unknown>> => {
  const { OPS } = await getResolvedPDFJS();
  const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(number);
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

describe('a paper', () => {
  it('keeps its colors on further pages', async () => {
    const bytes = await drawPaper(paper);
    const [first, second] = [await colorsOf(bytes, 1), await colorsOf(bytes, 2)];
    expect(first.size).toBe(2);
    expect(second).toEqual(first);
  });
});
