/** Draws a paper as PDF, A4. Fonts are embedded: they have the letters of Latin, Greek and Cyrillic scripts. */
import { fileURLToPath } from 'node:url';
import PdfDocument from 'pdfkit';
import type { Paper } from './paper.ts';

const font = (name: string): string => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

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
  doc.registerFont('regular', font('DejaVuSans')).registerFont('bold', font('DejaVuSans-Bold'));
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

const widthOf = (doc: Document): number => doc.page.width - 2 * margin;

const drawHead = (doc: Document, { title, facts, seller }: Paper): void => {
  doc.font('bold').fontSize(22).fillColor(ink).text(title, margin, margin);
  doc
    .font('regular')
    .fontSize(10)
    .fillColor(quiet)
    .text(seller.lines[0] ?? '');
  doc.moveDown(1.2);
  const labelWidth = 150;
  for (const [label, value] of facts) {
    const y = doc.y;
    doc.font('regular').fontSize(9).fillColor(quiet).text(label, margin, y, { width: labelWidth });
    const end = doc.y;
    doc.fillColor(ink).text(value, margin + labelWidth, y, { width: widthOf(doc) - labelWidth });
    doc.y = Math.max(end, doc.y) + 2;
  }
};

const drawParties = (doc: Document, { seller, buyer }: Paper): void => {
  const top = doc.y + gap;
  const width = (widthOf(doc) - gap) / 2;
  const ends = [seller, buyer].map(({ heading, lines }, index) => {
    const x = margin + index * (width + gap);
    doc.font('bold').fontSize(9).fillColor(quiet).text(heading, x, top, { width });
    doc.font('regular').fontSize(10).fillColor(ink);
    for (const text of lines) doc.text(text, x, doc.y + 1, { width });
    return doc.y;
  });
  doc.y = Math.max(...ends) + gap * 1.5;
};

/** A row with its amount at the right; on the next page where it does not fit. */
const drawRow = (doc: Document, { label, amount }: { label: string; amount: string }): void => {
  const width = widthOf(doc) - amountWidth - gap;
  const height = doc.heightOfString(label, { width });
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage();
  const y = doc.y;
  doc.text(label, margin, y, { width });
  const end = doc.y;
  doc.text(amount, doc.page.width - margin - amountWidth, y, { width: amountWidth, align: 'right' });
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

const drawTable = (doc: Document, { columns, items, totals, total, settled, notes }: Paper): void => {
  doc.font('bold').fontSize(9).fillColor(quiet);
  drawRow(doc, { label: columns[0], amount: columns[1] });
  drawRule(doc);
  doc.font('regular').fontSize(10).fillColor(ink);
  for (const item of items) drawRow(doc, item);
  drawRule(doc);
  doc.fillColor(quiet);
  for (const sum of totals) drawRow(doc, sum);
  drawRule(doc);
  doc.font('bold').fontSize(12).fillColor(ink);
  drawRow(doc, total);
  doc.font('regular').fontSize(10).fillColor(quiet);
  for (const sum of settled) drawRow(doc, sum);
  doc.moveDown(1.5).font('regular').fontSize(9).fillColor(quiet);
  for (const note of notes) doc.text(note, margin, doc.y, { width: widthOf(doc) });
};

const numberPages = (doc: Document, { facts }: Paper): void => {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    const y = doc.page.height - margin;
    // What stands in the margin must not begin a page.
    doc.page.margins.bottom = 0;
    doc.font('regular').fontSize(8).fillColor(quiet);
    doc.text(`${facts[0]?.[1] ?? ''} · ${page + 1}/${count}`, margin, y, {
      width: widthOf(doc),
      align: 'center',
      lineBreak: false,
    });
  }
};
