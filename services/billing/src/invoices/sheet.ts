/** Measures and colors of an invoice or credit note on A4. */
import type PdfDocument from 'pdfkit';

export type Document = InstanceType<typeof PdfDocument>;

/** Points. */
export const margin = 56;
export const gap = 18;

export const ink = '#1b1b1f';
export const quiet = '#5d5d68';
export const pale = '#d9d9e0';

/** The width between the margins. */
export const widthOf = (doc: Document): number => doc.page.width - 2 * margin;

/** The lower edge of what may be written on. */
export const bottomOf = (doc: Document): number => doc.page.height - doc.page.margins.bottom;
