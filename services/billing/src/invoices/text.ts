/**
 * Writes text of any script onto a page: with line breaks, in visual order (Unicode Bidirectional Algorithm, annex
 * 9), in fonts that have the letters. Emoji are left out.
 */
import bidiFactory from 'bidi-js';
import LineBreaker from 'linebreak';
import type PdfDocument from 'pdfkit';
import { fontFiles, plainFont, type Weight } from './fonts.ts';
import { drawIn, type Element, rightToLeft } from './structure.ts';

type Document = InstanceType<typeof PdfDocument>;

/** `country`: whose form of Han letters is used (ISO 3166, alpha 2). */
export type Style = {
  weight?: Weight;
  country?: string | null;
  align?: 'left' | 'center' | 'right';
  /** Size and color are needed for text that may continue on another page. */
  size?: number;
  color?: string;
  /** The element that the text belongs to; absent: none, as for page numbers. */
  element?: Element;
  /** Begins the page on which a text continues; absent: an empty page. */
  newPage?: () => void;
};

/** Points; `y` is the upper edge of the first line. */
export type Place = { x: number; y: number; width: number };

/** Text of one font and one direction. */
type Run = { text: string; font: string; level: number; width: number };
type WrittenLine = { isBrokenAtSpace: boolean; runs: Run[]; width: number; height: number };

// The package is CommonJS, which its types do not say: the import is the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

const emoji = /\p{RGI_Emoji}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\p{Variation_Selector}/gv;
/** Control characters that would change the direction of the text after them. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Letters in bold, italic or script that names are decorated with: no font has all of them. */
const decorated = /[\u{1d400}-\u{1d7ff}]+/gu;

/** Spaces that hold an amount to its currency stay such; the narrow ones are in few fonts. */
const cleaned = (text: string): string =>
  text
    .normalize('NFC')
    .replace(decorated, (letters) => letters.normalize('NFKC'))
    .replace(emoji, '')
    .replace(directions, '')
    .replace(/[\u00a0\u202f]+/gu, '\u00a0')
    .replace(/[^\S\u00a0]+/gu, ' ')
    .trim();

const isRightToLeft = ({ level }: Pick<Run, 'level'>): boolean => level % 2 === 1;

/** Position of the baseline from the upper edge, as a fraction of the line height. */
const baseline = 0.8;

/** Writes a text, continued on further pages if needed, and sets `doc.y` below it. */
export const writeText = (doc: Document, text: string, place: Place, style: Style = {}): void => {
  let { y } = place;
  for (const line of linesOf(doc, text, place.width, style)) {
    if (y + line.height > doc.page.height - doc.page.margins.bottom) {
      if (style.newPage) style.newPage();
      else doc.addPage();
      y = doc.y;
    }
    if (style.size) doc.fontSize(style.size);
    if (style.color) doc.fillColor(style.color);
    const left = place.width - line.width;
    const x = place.x + (style.align === 'right' ? left : style.align === 'center' ? left / 2 : 0);
    drawIn(doc, style.element, () => drawLine(doc, line, { x, y }));
    y += line.height;
  }
  doc.x = place.x;
  doc.y = y;
};

const drawLine = (doc: Document, line: WrittenLine, { x, y }: Omit<Place, 'width'>): void => {
  const write = (text: string, left: number, options: object): void => {
    doc.text(text, left, y + line.height * baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      ...options,
    });
  };
  let left = x;
  for (const run of line.runs) {
    doc.font(run.font);
    write(run.text, left, featuresOf(run));
    left += run.width;
  }
  // Else a screen reader joins the words on both sides of the break.
  if (line.isBrokenAtSpace) write(' ', left, {});
};

/** The height of a text in points. */
export const heightOf = (doc: Document, text: string, width: number, style: Style = {}): number =>
  linesOf(doc, text, width, style).reduce((sum, { height }) => sum + height, 0);

/** With `features`, even none, pdfkit sets a run as a whole, else word by word, which reorders right-to-left text. */
const featuresOf = (run: Pick<Run, 'level'>) => (isRightToLeft(run) ? { features: [] } : {});

/** Breaks a text into lines, each with its runs from left to right. */
export const linesOf = (doc: Document, written: string, width: number, style: Style): WrittenLine[] => {
  const text = cleaned(written);
  if (style.size) doc.fontSize(style.size);
  const fallback = plainFont(style.weight ?? 'regular');
  const fonts = fontFiles(text, style.weight ?? 'regular', style.country ?? null);
  const { levels } = bidi.getEmbeddingLevels(text);
  const runsOf = (start: number, end: number): Run[] => {
    const runs: Run[] = [];
    for (let at = start; at < end; ) {
      let next = at + 1;
      while (next < end && fonts[next] === fonts[at] && levels[next] === levels[at]) next += 1;
      const letters = text.slice(at, next);
      const level = levels[at] ?? 0;
      const run = { text: isRightToLeft({ level }) ? mirrored(letters) : letters, level };
      runs.push(setIn(doc, run, [fonts[at] ?? fallback, fallback]));
      at = next;
    }
    return runs;
  };
  const fits = (start: number, end: number): boolean =>
    widthOf(runsOf(start, endOfLetters(text, start, end))) <= width;
  return breakLines(text, fits).map(([start, end]) => {
    const runs = inOrder(runsOf(start, endOfLetters(text, start, end)));
    const heights = runs.map(({ font }) => doc.font(font).currentLineHeight(true));
    const isBrokenAtSpace = end < text.length && text[end - 1] === ' ' && !runs.some(isRightToLeft);
    return { isBrokenAtSpace, runs, width: widthOf(runs), height: Math.max(...heights) };
  });
};

/** Measures a run in the first font that works: no name may keep an invoice from being generated. */
const setIn = (doc: Document, run: Pick<Run, 'text' | 'level'>, [font = '', ...others]: string[]): Run => {
  try {
    return { ...run, font, width: doc.font(font).widthOfString(run.text, featuresOf(run)) };
  } catch (error) {
    if (others.length === 0) throw error;
    return setIn(doc, run, others);
  }
};

const widthOf = (runs: readonly Run[]): number => runs.reduce((sum, { width }) => sum + width, 0);

/** The end of a line without trailing spaces. */
const endOfLetters = (text: string, start: number, end: number): number =>
  start + text.slice(start, end).trimEnd().length;

/** Mirrors brackets of right-to-left runs, and reverses runs without a right-to-left letter: pdfkit does not. */
const mirrored = (text: string): string => {
  const letters = Array.from(text, (letter) => bidi.getMirroredCharacter(letter) ?? letter);
  return rightToLeft.test(text) ? letters.join('') : letters.toReversed().join('');
};

/** Reorders runs to visual order, left to right (annex 9, rule L2). */
const inOrder = (logical: readonly Run[]): Run[] => {
  let runs = [...logical];
  const levels = runs.map(({ level }) => level);
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    const turned: Run[] = [];
    let group: Run[] = [];
    for (const run of runs) {
      if (run.level >= level) group = [run, ...group];
      else {
        turned.push(...group, run);
        group = [];
      }
    }
    runs = [...turned, ...group];
  }
  return runs;
};

type Range = [start: number, end: number];

/** Greedy line breaking; a word longer than a line is split, but never within a grapheme. */
const breakLines = (text: string, fits: (start: number, end: number) => boolean): Range[] => {
  const lines: Range[] = [];
  let start = 0;
  let end = 0;
  const take = (next: number, finer: ((part: string) => number[])[]): void => {
    if (fits(start, next)) {
      end = next;
      return;
    }
    if (end > start) {
      lines.push([start, end]);
      start = end;
      take(next, finer);
      return;
    }
    const [split, ...rest] = finer;
    if (!split) {
      end = next;
      return;
    }
    const from = start;
    for (const at of split(text.slice(from, next))) take(from + at, rest);
  };
  for (const next of breaksOf(text)) take(next, [endsOf(words), endsOf(graphemes)]);
  if (end > start) lines.push([start, end]);
  return lines;
};

/** Positions where a line may break. */
const breaksOf = (text: string): number[] => {
  const breaker = new LineBreaker(text);
  const found: number[] = [];
  for (let at = breaker.nextBreak(); at; at = breaker.nextBreak()) found.push(at.position);
  return found;
};

const endsOf =
  (segmenter: Intl.Segmenter) =>
  (part: string): number[] =>
    [...segmenter.segment(part)].map(({ index, segment }) => index + segment.length);
