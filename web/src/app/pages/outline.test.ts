import { readFileSync } from 'node:fs';
import { outlineIn } from '../../../vite/outline-of-overview.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const [, style = ''] = /<style>(.*?)<\/style>/s.exec(read('../../../index.html')) ?? [];
const colors = new Set(style.match(/light-dark\([^)]*\)/g));

describe('the outline that pages are delivered with', () => {
  it('has the colors of the tokens', () => {
    const tokens = read('../../design/tokens.css');
    const named = ['ground', 'page', 'border', 'surface-pressed', 'mark-top', 'mark-left', 'mark-right'].map(
      (name) => new RegExp(`--${name}: (light-dark\\([^)]*\\))`).exec(tokens)?.[1],
    );
    expect(colors).toEqual(new Set(named));
  });

  it('has the measures of the frame', () => {
    expect(read('../frames/Shell.module.css')).toContain('grid-template-columns: 15.5rem minmax(0, 1fr)');
    expect(style).toContain('width: 15.5rem');
    expect(read('../frames/Head.module.css')).toContain('height: 3.25rem');
    expect(style).toContain('height: 3.25rem');
  });

  it('has the measures of the overview', () => {
    const page = read('../../ui/pages/PageHeader.module.css');
    const tiles = read('../../features/overview/FigureTiles.module.css');
    const frame = read('../frames/Shell.module.css');
    const tokens = read('../../design/tokens.css');
    const sizes: [name: string, size: string, where: string, used: string][] = [
      ['--space-6', '1.5rem', page, 'margin-bottom: var(--space-6)'],
      ['--text-xl', '1.25rem', page, 'font-size: var(--text-xl)'],
      ['--space-5', '1.25rem', tiles, 'padding: var(--space-4) var(--space-5)'],
      ['--space-3', '0.75rem', tiles, 'padding: var(--space-3) var(--space-4)'],
      ['--text-sm', '0.8125rem', tiles, 'font-size: var(--text-sm)'],
      ['--space-8', '2rem', frame, 'padding: var(--space-6) var(--space-8) var(--space-12)'],
      ['--space-4', '1rem', frame, 'padding: var(--space-6) var(--space-4) var(--space-12)'],
    ];
    for (const [name, size, where, used] of sizes) {
      expect(where).toContain(used);
      expect(tokens).toContain(`${name}: ${size}`);
      expect(style).toContain(size);
    }
    // As high as a figure's line.
    expect(tiles).toContain('line-height: calc(1.3 * var(--figure))');
    expect([1.625 * 1.3, 1.375 * 1.3].map((height) => `height: ${height.toFixed(4)}rem`)).toEqual(
      [...style.matchAll(/#outline s \{[^}]*?(height: [\d.]+rem)/g)].map(([, height]) => height),
    );
    expect([tokens, tiles].map((css) => /--figure: ([\d.]+rem)/.exec(css)?.[1])).toEqual([
      '1.625rem',
      '1.375rem',
    ]);
  });

  it('says what the overview begins with', () => {
    expect(outlineIn('de').replace(/<[^>]+>/g, '|')).toMatch(
      /\|Übersicht\|.*\|Umsatz\|.*\|Bestellungen\|.*\|Wiederkehrender Umsatz\|.*\|Aktive Abonnements\|/,
    );
    expect(outlineIn('en')).toContain('<span>Monthly recurring revenue<s></s></span>');
  });
});
