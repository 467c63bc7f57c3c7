/** Draws the table of an invoice or credit note. Its head is repeated on every page. */
import type { Line } from './amounts.ts';
import type { Paper } from './paper.ts';
import { bottomOf, type Document, ink, margin, pale, quiet, widthOf } from './sheet.ts';
import { addElement, drawIn, type Element } from './structure.ts';
import { heightOf, type Style, writeText } from './text.ts';

/** Points. */
const amountWidth = 130;
const columnGap = 18;
const rowGap = 5;
const ruleHeight = 7;
/** What must fit below the head: some lines of the first row. */
const leastHeight = 50;

type Row = { line: Line; style: Style };
type Cell = Element | undefined;

export const drawTable = (
  doc: Document,
  { columns: [label, amount], items, totals, total, settled, seller }: Paper,
  { root, country }: { root: Element; country: string | null },
): void => {
  const table = addElement(doc, root, 'Table');
  const head: Row = {
    line: { label, amount },
    style: { country, size: 9, color: quiet, weight: 'bold' },
  };
  const newPage = (): void => {
    doc.addPage();
    drawRow(doc, head, []);
    drawRule(doc);
  };
  const own: Style = { country, size: 10, color: quiet, newPage };
  // Products and discounts have names by the seller, within the document's own texts.
  const named: Style = { ...own, country: country ?? seller.country };
  const rowsOf = (lines: readonly Line[], style: Style): Row[] => lines.map((line) => ({ line, style }));
  /** Begins a page if the rows do not fit on this one, but do on one. */
  const keep = (rows: readonly Row[]): void => {
    const height = rows.reduce((sum, row) => sum + rowHeight(doc, row), 2 * ruleHeight);
    if (doc.y + height > bottomOf(doc) && height < bottomOf(doc) / 2) newPage();
  };
  const drawRows = (part: Element, rows: readonly Row[], header?: 'Row'): void => {
    for (const row of rows) {
      keep([row]);
      const parent = addElement(doc, part, 'TR');
      const first = addElement(doc, parent, header ? 'TH' : 'TD', { scope: header, text: row.line.label });
      drawRow(doc, row, [first, addElement(doc, parent, 'TD')]);
    }
  };

  const rows = rowsOf(items, { ...named, color: ink });
  if (doc.y + rowHeight(doc, head) + ruleHeight + leastHeight > bottomOf(doc)) doc.addPage();
  const top = addElement(doc, addElement(doc, table, 'THead'), 'TR');
  const headers = [label, amount].map(() => addElement(doc, top, 'TH', { scope: 'Column' }));
  drawRow(doc, head, headers);
  drawRule(doc);
  drawRows(addElement(doc, table, 'TBody'), rows);

  const sums = rowsOf(totals, named);
  const result = rowsOf([total], { ...own, size: 12, weight: 'bold', color: ink });
  const payments = rowsOf(settled, own);
  const foot = addElement(doc, table, 'TFoot');
  keep([...sums, ...result, ...payments]);
  drawRule(doc);
  drawRows(foot, sums, 'Row');
  keep([...result, ...payments]);
  drawRule(doc);
  drawRows(foot, result, 'Row');
  drawRows(foot, payments, 'Row');
};

const labelWidth = (doc: Document): number => widthOf(doc) - amountWidth - columnGap;

const rowHeight = (doc: Document, { line, style }: Row): number =>
  rowGap +
  Math.max(heightOf(doc, line.label, labelWidth(doc), style), heightOf(doc, line.amount, amountWidth, style));

/** Draws a row with its amount right-aligned; its label may continue on the next page. */
const drawRow = (doc: Document, row: Row, [label, amount]: Cell[]): void => {
  const { line, style } = row;
  const { y, page } = doc;
  const drawLabel = (): number => {
    writeText(doc, line.label, { x: margin, y, width: labelWidth(doc) }, { ...style, element: label });
    return doc.y;
  };
  const drawAmount = (): number => {
    const x = page.width - margin - amountWidth;
    writeText(doc, line.amount, { x, y, width: amountWidth }, { ...style, align: 'right', element: amount });
    return doc.y;
  };
  // In the order in which programs without knowledge of the structure copy text, unless the label leaves the page.
  const isWhole = y + rowHeight(doc, row) <= bottomOf(doc);
  const ends = isWhole ? [drawLabel(), drawAmount()] : [drawAmount(), drawLabel()];
  doc.y = (doc.page === page ? Math.max(...ends) : doc.y) + rowGap;
};

const drawRule = (doc: Document): void => {
  drawIn(doc, undefined, () => {
    doc
      .moveTo(margin, doc.y)
      .lineTo(doc.page.width - margin, doc.y)
      .lineWidth(0.7)
      .stroke(pale);
  });
  doc.y += ruleHeight;
};
