/** Draws an invoice or credit note as PDF, A4, with embedded fonts. */
import PdfDocument from 'pdfkit';
import type { Line } from './amounts.ts';
import type { Paper } from './paper.ts';
import { heightOf, type Style, writeText } from './text.ts';

/** Points. */
const margin = 56;
const amountWidth = 130;
const gap = 18;
const ink = '#1b1b1f';
const quiet = '#5d5d68';
const line = '#d9d9e0';

type Document = InstanceType<typeof PdfDocument>;

/** Returns the PDF. */
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

/** The country whose Han glyphs the document's own texts use (ISO 3166, alpha 2); null: they have none. */
const countryOf = ({ language }: Paper): string | null => (language === 'ja' ? 'JP' : null);

const widthOf = (doc: Document): number => doc.page.width - 2 * margin;

const drawHead = (doc: Document, paper: Paper): void => {
  const { title, facts, seller } = paper;
  const country = countryOf(paper);
  const width = widthOf(doc);
  doc.fontSize(22).fillColor(ink);
  writeText(doc, title, { x: margin, y: margin, width }, { weight: 'bold', country });
  doc.fontSize(10).fillColor(quiet);
  writeText(doc, seller.lines[0] ?? '', { x: margin, y: doc.y, width }, { country: seller.country });
  doc.y += gap * 0.8;
  const labelWidth = 150;
  doc.fontSize(9);
  for (const [label, value] of facts) {
    const { y } = doc;
    doc.fillColor(quiet);
    writeText(doc, label, { x: margin, y, width: labelWidth }, { country });
    const end = doc.y;
    doc.fillColor(ink);
    writeText(doc, value, { x: margin + labelWidth, y, width: width - labelWidth }, { country });
    doc.y = Math.max(end, doc.y) + 2;
  }
};

const drawParties = (doc: Document, paper: Paper): void => {
  const { seller, buyer } = paper;
  const top = doc.y + gap;
  const width = (widthOf(doc) - gap) / 2;
  const ends = [seller, buyer].map(({ heading, lines, country }, index) => {
    const x = margin + index * (width + gap);
    doc.fontSize(9).fillColor(quiet);
    writeText(doc, heading, { x, y: top, width }, { weight: 'bold', country: countryOf(paper) });
    doc.fontSize(10).fillColor(ink);
    for (const text of lines) writeText(doc, text, { x, y: doc.y + 1, width }, { country });
    return doc.y;
  });
  doc.y = Math.max(...ends) + gap * 1.5;
};

/** Draws a row with its amount right-aligned, on the next page if it does not fit. */
const drawRow = (doc: Document, { label, amount }: Line, style: Style = {}): void => {
  const width = widthOf(doc) - amountWidth - gap;
  const height = heightOf(doc, label, width, style);
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage();
  const { y } = doc;
  writeText(doc, label, { x: margin, y, width }, style);
  const end = doc.y;
  const x = doc.page.width - margin - amountWidth;
  writeText(doc, amount, { x, y, width: amountWidth }, { ...style, align: 'right' });
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
  const { columns, items, totals, total, settled, notes, sellerNote, seller } = paper;
  const country = countryOf(paper);
  const own = { country, color: quiet };
  doc.fontSize(9);
  drawRow(doc, { label: columns[0], amount: columns[1] }, { ...own, weight: 'bold' });
  drawRule(doc);
  doc.fontSize(10);
  // Products and discounts have names by the seller, within the document's own texts.
  const named = { country: country ?? seller.country };
  for (const item of items) drawRow(doc, item, { ...named, color: ink });
  drawRule(doc);
  for (const sum of totals) drawRow(doc, sum, { ...named, color: quiet });
  drawRule(doc);
  doc.fontSize(12);
  drawRow(doc, total, { country, weight: 'bold', color: ink });
  doc.fontSize(10);
  for (const sum of settled) drawRow(doc, sum, own);
  doc.y += gap;
  doc.fontSize(9);
  for (const note of notes) writeText(doc, note, { x: margin, y: doc.y, width: widthOf(doc) }, own);
  if (sellerNote === null) return;
  doc.y += gap * 0.5;
  for (const paragraph of sellerNote.split(/\r?\n/u))
    writeText(doc, paragraph, { x: margin, y: doc.y, width: widthOf(doc) }, { ...own, ...named });
};

const numberPages = (doc: Document, { facts }: Paper): void => {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    const y = doc.page.height - margin;
    // Text in the margin must not start a new page.
    doc.page.margins.bottom = 0;
    const text = `${facts[0]?.[1] ?? ''} · ${page + 1}/${count}`;
    doc.fontSize(8).fillColor(quiet);
    writeText(doc, text, { x: margin, y, width: widthOf(doc) }, { align: 'center' });
  }
};
