import { readFileSync } from 'node:fs';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const [, style = ''] = /<style>(.*?)<\/style>/s.exec(read('../../index.html')) ?? [];
const colors = new Set(style.match(/light-dark\([^)]*\)/g));

describe('the outline that pages are delivered with', () => {
  it('has the colors of the tokens', () => {
    const tokens = read('../design/tokens.css');
    const named = ['ground', 'page', 'border', 'surface-pressed', 'mark-top', 'mark-left', 'mark-right'].map(
      (name) => new RegExp(`--${name}: (light-dark\\([^)]*\\))`).exec(tokens)?.[1],
    );
    expect(colors).toEqual(new Set(named));
  });

  it('has the measures of the frame', () => {
    expect(read('Shell.module.css')).toContain('grid-template-columns: 15.5rem minmax(0, 1fr)');
    expect(style).toContain('width: 15.5rem');
    expect(read('Head.module.css')).toContain('height: 3.25rem');
    expect(style).toContain('height: 3.25rem');
  });
});
