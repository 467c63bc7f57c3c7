/**
 * Writes a text of any script onto a page: in lines that fit, in the order in which they are read (Unicode, annex 9), with
 * fonts that have the letters. Emoji have no place on these papers and are left out.
 */
import bidiFactory from 'bidi-js';
import LineBreaker from 'linebreak';
import type PdfDocument from 'pdfkit';
import { fontFiles, plainFont, type Weight } from './fonts.ts';

type Document = InstanceType<typeof PdfDocument>;

/** `country`: whose way of writing Han letters it is (ISO 3166, alpha 2). */
export type Style = { weight?: Weight; country?: string | null; align?: 'left' | 'center' | 'right' };

/** Points; `y` is the upper edge of the first line. */
export type Place = { x: number; y: number; width: number };

/** Letters of one font and one direction. */
type Run = { text: string; font: string; level: number; width: number };
type WrittenLine = { runs: Run[]; width: number; height: number };

// The package is CommonJS, which its types do not say: what is imported is the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

const emoji = /\p{RGI_Emoji}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\p{Variation_Selector}/gv;
/** Marks that would change the direction of what stands behind them. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const cleaned = (text: string): string =>
  text.normalize('NFC').replace(emoji, '').replace(directions, '').replace(/\s+/gu, ' ').trim();

const isRightToLeft = ({ level }: Pick<Run, 'level'>): boolean => level % 2 === 1;

/** Where the baseline is in a line, from its upper edge. */
const baseline = 0.8;

/** Writes it, on further pages where it does not fit, and leaves `doc.y` below it. */
export const writeText = (doc: Document, text: string, place: Place, style: Style = {}): void => {
  let { y } = place;
  for (const line of linesOf(doc, text, place.width, style)) {
    if (y + line.height > doc.page.height - doc.page.margins.bottom) {
      doc.addPage();
      y = doc.page.margins.top;
    }
    const left = place.width - line.width;
    let x = place.x + (style.align === 'right' ? left : style.align === 'center' ? left / 2 : 0);
    for (const run of line.runs) {
      doc.font(run.font).text(run.text, x, y + line.height * baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...featuresOf(run),
      });
      x += run.width;
    }
    y += line.height;
  }
  doc.x = place.x;
  doc.y = y;
};

/** How much of a page it takes, in points. */
export const heightOf = (doc: Document, text: string, width: number, style: Style = {}): number =>
  linesOf(doc, text, width, style).reduce((sum, { height }) => sum + height, 0);

/** With features, even none, a run is set as a whole: word by word those that are read from the right would change places. */
const featuresOf = (run: Pick<Run, 'level'>) => (isRightToLeft(run) ? { features: [] } : {});

/** The lines of a text, with their runs from left to right. */
export const linesOf = (doc: Document, written: string, width: number, style: Style): WrittenLine[] => {
  const text = cleaned(written);
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
    return { runs, width: widthOf(runs), height: Math.max(...heights) };
  });
};

/** In the first of the fonts that can be: no name may keep an invoice from being made. */
const setIn = (doc: Document, run: Pick<Run, 'text' | 'level'>, [font = '', ...others]: string[]): Run => {
  try {
    return { ...run, font, width: doc.font(font).widthOfString(run.text, featuresOf(run)) };
  } catch (error) {
    if (others.length === 0) throw error;
    return setIn(doc, run, others);
  }
};

const widthOf = (runs: readonly Run[]): number => runs.reduce((sum, { width }) => sum + width, 0);

/** Without the spaces at the end of a line. */
const endOfLetters = (text: string, start: number, end: number): number =>
  start + text.slice(start, end).trimEnd().length;

/** Brackets open towards what they hold; what has no letter that says where it is read from is turned round here. */
const mirrored = (text: string): string => {
  const letters = Array.from(text, (letter) => bidi.getMirroredCharacter(letter) ?? letter);
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text)
    ? letters.join('')
    : letters.toReversed().join('');
};

/** From left to right, as they stand on paper (annex 9, rule L2). */
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

/** As much in a line as fits; a word that is longer than a line is broken, within letters never. */
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

/** Where a line may end. */
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
