import PdfDocument from 'pdfkit';
import { linesOf } from './text.ts';

const doc = new PdfDocument({ size: 'A4' }).fontSize(10);
/** What stands in each line, from left to right. */
const runsOf = (text: string, width = 500) =>
  linesOf(doc, text, width, {}).map(({ runs }) => runs.map((run) => run.text));
const linesWithin = (text: string, width: number) => runsOf(text, width).map((runs) => runs.join(''));

describe('a text', () => {
  it('is one piece where it is read in one direction', () => {
    expect(runsOf('Zoë Çelik (Pro), 2026')).toEqual([['Zoë Çelik (Pro), 2026']]);
    // Letters as they are typed: the font puts them from right to left, spaces included.
    expect(runsOf('محمد عبد الله')).toEqual([['محمد عبد الله']]);
  });

  it('has words of the other direction in their place, with brackets the right way round', () => {
    expect(runsOf('דוד כהן (Pro) 2026')).toEqual([['2026', ' (', 'Pro', 'דוד כהן )']]);
    expect(runsOf('Course: קורס (א) 50%')).toEqual([['Course: ', '50%', 'קורס )א( ']]);
  });

  it('has its letters from the fonts that hold them, and marks from that of their letter', () => {
    const [line] = linesOf(doc, 'Pro สมชาย नमस्ते', 500, {});
    const fonts = line?.runs.map(({ font, text }) => [
      /Noto\w*|DejaVu\w*|noto-sans-\w+/.exec(font)?.[0],
      text,
    ]);
    expect(fonts).toEqual([
      ['DejaVuSans', 'Pro '],
      ['noto-sans-thai', 'สมชาย'],
      ['DejaVuSans', ' '],
      ['noto-sans-devanagari', 'नमस्ते'],
    ]);
  });

  it('goes without emoji and without marks that turn what follows', () => {
    expect(runsOf('🎈 Zoë 👩‍👩‍👧 Çelik 🇩🇪\u202e 50€')).toEqual([['Zoë Çelik 50€']]);
    expect(runsOf('🎈')).toEqual([]);
  });

  it('has decorated letters plain, which the fonts have', () => {
    expect(runsOf('𝓙𝓸𝓱𝓷 𝕊𝕞𝕚𝕥𝕙 𝐏𝐫𝐨 𝟚')).toEqual([['John Smith Pro 2']]);
    expect(runsOf('Ada №1 ½')).toEqual([['Ada №1 ½']]);
  });

  it.each([
    ['Donau'.repeat(40), 120],
    ['The quick brown fox jumps over the lazy dog', 90],
    ['หลักสูตรการเขียนโปรแกรมภาษาไทยที่ยาวมากและไม่มีช่องว่างเลย', 120],
    ['長い名前がここにありますので改行が必要になるかもしれません。', 120],
    ['e\u0301'.repeat(90), 100],
  ])('is broken into lines that fit: %s', (text, width) => {
    const lines = linesOf(doc, text, width, {});
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line.width).toBeLessThanOrEqual(width);
    const shown = linesWithin(text, width).join('');
    expect(shown.replaceAll(' ', '')).toBe(text.normalize('NFC').replaceAll(' ', ''));
  });

  it('of words is broken between them', () => {
    expect(linesWithin('alpha beta gamma delta', 62)).toEqual(['alpha beta', 'gamma', 'delta']);
  });

  it.each(['\u00a0', '\u202f'])('is not broken between an amount and its currency: %j', (space) => {
    const amount = `1${space}234,50${space}€`;
    for (let width = 60; width < 140; width += 4)
      expect(linesWithin(`Studio Pro, à ${amount}`, width).join('\n')).toContain('1\u00a0234,50\u00a0€');
  });

  it('stays whole in a column that holds not even a letter', () => {
    expect(linesWithin('abc', 1)).toEqual(['a', 'b', 'c']);
  });
});
