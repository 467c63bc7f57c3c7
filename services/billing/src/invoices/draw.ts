/** Draws a paper as PDF, A4. Fonts are embedded: Latin, Greek, Cyrillic, Japanese, Korean and Chinese letters. */
import PdfDocument from 'pdfkit';
import { fontFile, type Weight } from './fonts.ts';
import type { Line, Paper } from './paper.ts';

/** Points. */
const margin = 56;
const amountWidth = 130;
const gap = 18;
const ink = '#1b1b1f';
const quiet = '#5d5d68';
const line = '#d9d9e0';

type Document = InstanceType<typeof PdfDocument>;

/** The bytes of the paper. */
export const drawPaper = async (paper: Paper): Promise<Buffer> => {
  const doc = new PdfDocument({
    size: 'A4',
    margins: { top: margin, bottom: margin + 16, left: margin, right: margin },
    bufferPages: true,
    lang: paper.language,
    info: { Title: `${paper.title} ${paper.facts[0]?.[1] ?? ''}`, Author: paper.seller.lines[0] ?? '' },
    displayTitle: true,
  });
  const done = bytesOf(doc);
  drawHead(doc, paper);
  drawParties(doc, paper);
  drawTable(doc, paper);
  numberPages(doc, paper);
  doc.end();
  return done;
};

const bytesOf = (doc: Document): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });

/** Sets the font that has the letters of a text, as its country writes them. */
const use = (doc: Document, text: string, weight: Weight = 'regular', country: string | null = null) =>
  doc.font(fontFile(text, weight, country));

const widthOf = (doc: Document): number => doc.page.width - 2 * margin;

const drawHead = (doc: Document, { title, facts, seller }: Paper): void => {
  const name = seller.lines[0] ?? '';
  use(doc, title, 'bold').fontSize(22).fillColor(ink).text(title, margin, margin);
  use(doc, name, 'regular', seller.country).fontSize(10).fillColor(quiet).text(name);
  doc.moveDown(1.2);
  const labelWidth = 150;
  for (const [label, value] of facts) {
    const y = doc.y;
    use(doc, label).fontSize(9).fillColor(quiet).text(label, margin, y, { width: labelWidth });
    const end = doc.y;
    use(doc, value)
      .fillColor(ink)
      .text(value, margin + labelWidth, y, { width: widthOf(doc) - labelWidth });
    doc.y = Math.max(end, doc.y) + 2;
  }
};

const drawParties = (doc: Document, { seller, buyer }: Paper): void => {
  const top = doc.y + gap;
  const width = (widthOf(doc) - gap) / 2;
  const ends = [seller, buyer].map(({ heading, lines, country }, index) => {
    const x = margin + index * (width + gap);
    use(doc, heading, 'bold').fontSize(9).fillColor(quiet).text(heading, x, top, { width });
    doc.fontSize(10).fillColor(ink);
    for (const text of lines) use(doc, text, 'regular', country).text(text, x, doc.y + 1, { width });
    return doc.y;
  });
  doc.y = Math.max(...ends) + gap * 1.5;
};

/** A row with its amount at the right; on the next page where it does not fit. */
const drawRow = (doc: Document, { label, amount }: Line, weight?: Weight, country?: string | null): void => {
  const width = widthOf(doc) - amountWidth - gap;
  use(doc, label, weight, country);
  const height = doc.heightOfString(label, { width });
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage();
  const y = doc.y;
  doc.text(label, margin, y, { width });
  const end = doc.y;
  use(doc, amount, weight).text(amount, doc.page.width - margin - amountWidth, y, {
    width: amountWidth,
    align: 'right',
  });
  doc.y = Math.max(end, doc.y) + 5;
};

const drawRule = (doc: Document): void => {
  doc
    .moveTo(margin, doc.y)
    .lineTo(doc.page.width - margin, doc.y)
    .lineWidth(0.7)
    .stroke(line);
  doc.y += 7;
};

const drawTable = (doc: Document, paper: Paper): void => {
  const { columns, items, totals, total, settled, notes, seller } = paper;
  doc.fontSize(9).fillColor(quiet);
  drawRow(doc, { label: columns[0], amount: columns[1] }, 'bold');
  drawRule(doc);
  doc.fontSize(10).fillColor(ink);
  // Products and discounts have the names that their seller has given them.
  for (const item of items) drawRow(doc, item, 'regular', seller.country);
  drawRule(doc);
  doc.fillColor(quiet);
  for (const sum of totals) drawRow(doc, sum, 'regular', seller.country);
  drawRule(doc);
  doc.fontSize(12).fillColor(ink);
  drawRow(doc, total, 'bold');
  doc.fontSize(10).fillColor(quiet);
  for (const sum of settled) drawRow(doc, sum);
  doc.moveDown(1.5).fontSize(9).fillColor(quiet);
  for (const note of notes) use(doc, note).text(note, margin, doc.y, { width: widthOf(doc) });
};

const numberPages = (doc: Document, { facts }: Paper): void => {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    const y = doc.page.height - margin;
    // What stands in the margin must not begin a page.
    doc.page.margins.bottom = 0;
    const text = `${facts[0]?.[1] ?? ''} · ${page + 1}/${count}`;
    use(doc, text).fontSize(8).fillColor(quiet);
    doc.text(text, margin, y, {
      width: widthOf(doc),
      align: 'center',
      lineBreak: false,
    });
  }
};
