/** Draws an invoice or credit note as PDF, A4, with embedded fonts, tagged for screen readers. */
import { escapeHtml } from '@tessera/kit/text/escape-html';
import PdfDocument from 'pdfkit';
import type { Paper } from './paper.ts';
import { type Document, gap, ink, margin, quiet, widthOf } from './sheet.ts';
import { addElement, beginStructure, type Element } from './structure.ts';
import { drawTable } from './table.ts';
import { type Style, writeText } from './text.ts';

/** Returns the PDF. */
export const drawPaper = async (paper: Paper): Promise<Buffer> => {
  const doc = new PdfDocument({
    // Older versions have no table heads in their structure, and no metadata.
    pdfVersion: '1.7',
    tagged: true,
    size: 'A4',
    margins: { top: margin, bottom: margin + 16, left: margin, right: margin },
    bufferPages: true,
    lang: paper.language,
    info: { Title: `${paper.title} ${paper.facts[0]?.[1] ?? ''}` },
    displayTitle: true,
  });
  const done = bytesOf(doc);
  addAuthor(doc, paper.seller.lines[0]);
  const root = beginStructure(doc);
  drawHead(doc, paper, root);
  drawParties(doc, paper, root);
  drawTable(doc, paper, { root, country: countryOf(paper) });
  drawNotes(doc, paper, root);
  root.node.end();
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

/** Names the author in the metadata only: the library copies that of `info` there without escaping it. */
const addAuthor = (doc: Document, name = ''): void => {
  const author = escapeHtml(name.replace(/\p{Cc}/gu, ' '));
  doc.appendXML(
    `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
      `<dc:creator><rdf:Seq><rdf:li>${author}</rdf:li></rdf:Seq></dc:creator></rdf:Description>`,
  );
};

/** The country whose Han glyphs the document's own texts use (ISO 3166, alpha 2); null: they have none. */
const countryOf = ({ language }: Paper): string | null => (language === 'ja' ? 'JP' : null);

const drawHead = (doc: Document, paper: Paper, root: Element): void => {
  const { title, facts, seller } = paper;
  const country = countryOf(paper);
  const width = widthOf(doc);
  const place = { x: margin, y: margin, width };
  const heading = addElement(doc, root, 'H1');
  writeText(doc, title, place, { size: 22, color: ink, weight: 'bold', country, element: heading });
  const name = seller.lines[0] ?? '';
  const from = addElement(doc, root, 'P', { text: name });
  const given: Style = { size: 10, color: quiet, country: seller.country, element: from };
  writeText(doc, name, { ...place, y: doc.y }, given);
  doc.y += gap * 0.8;
  const labelWidth = 150;
  const table = addElement(doc, root, 'Table');
  for (const [label, value] of facts) {
    const { y } = doc;
    const row = addElement(doc, table, 'TR');
    const header = addElement(doc, row, 'TH', { scope: 'Row' });
    const style: Style = { size: 9, country };
    writeText(doc, label, { x: margin, y, width: labelWidth }, { ...style, color: quiet, element: header });
    const end = doc.y;
    const cell = { x: margin + labelWidth, y, width: width - labelWidth };
    writeText(doc, value, cell, { ...style, color: ink, element: addElement(doc, row, 'TD') });
    doc.y = Math.max(end, doc.y) + 2;
  }
};

const drawParties = (doc: Document, paper: Paper, root: Element): void => {
  const top = doc.y + gap;
  const width = (widthOf(doc) - gap) / 2;
  const ends = [paper.seller, paper.buyer].map(({ heading, lines, country }, index) => {
    const x = margin + index * (width + gap);
    const part = addElement(doc, root, 'Sect');
    const own: Style = { size: 9, color: quiet, weight: 'bold', country: countryOf(paper) };
    writeText(doc, heading, { x, y: top, width }, { ...own, element: addElement(doc, part, 'H2') });
    const given: Style = { size: 10, color: ink, country };
    for (const text of lines) {
      const element = addElement(doc, part, 'P', { text });
      writeText(doc, text, { x, y: doc.y + 1, width }, { ...given, element });
    }
    return doc.y;
  });
  doc.y = Math.max(...ends) + gap * 1.5;
};

const drawNotes = (doc: Document, paper: Paper, root: Element): void => {
  const { notes, sellerNote, seller } = paper;
  const country = countryOf(paper);
  const write = (text: string, style: Style): void => {
    const element = addElement(doc, root, 'P', { text });
    const place = { x: margin, y: doc.y, width: widthOf(doc) };
    writeText(doc, text, place, { size: 9, color: quiet, element, ...style });
  };
  doc.y += gap;
  for (const note of notes) write(note, { country });
  if (sellerNote === null) return;
  doc.y += gap * 0.5;
  for (const paragraph of sellerNote.split(/\r?\n/u))
    write(paragraph, { country: country ?? seller.country });
};

const numberPages = (doc: Document, { facts }: Paper): void => {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    const place = { x: margin, y: doc.page.height - margin, width: widthOf(doc) };
    // Text in the margin must not start a new page.
    doc.page.margins.bottom = 0;
    const text = `${facts[0]?.[1] ?? ''} · ${page + 1}/${count}`;
    writeText(doc, text, place, { size: 8, color: quiet, align: 'center' });
  }
};
