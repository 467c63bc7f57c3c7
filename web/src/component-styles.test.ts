import { withoutComponents } from '../vite/component-styles.ts';

const lines = (css: string) => withoutComponents(css, 'sheet.css').replace(/\s+/g, ' ').trim();

describe('the common styles of the component library', () => {
  it('are those that belong to no component', () => {
    expect(lines(':root { --x: 1 } .m_77c9d27d:hover { color: red } body { margin: 0 }')).toBe(
      ':root { --x: 1 } body { margin: 0 }',
    );
  });

  it('hold no empty blocks, and no movements that only components make', () => {
    expect(
      lines('@media print { .m_0a { top: 0 } } @keyframes m_0b { 50% { opacity: 0 } } html { top: 0 }'),
    ).toBe('html { top: 0 }');
  });
});
