import { csvOf } from './csv.ts';

describe('a table as CSV', () => {
  it('quotes what would break a row', () => {
    expect(csvOf(['name', 'note'], [['Ada, Countess', 'says "hello"\nand leaves']])).toBe(
      '\uFEFFname,note\r\n"Ada, Countess","says ""hello""\nand leaves"\r\n',
    );
  });

  it('never lets a spreadsheet calculate what people typed', () => {
    expect(csvOf(['name'], [['=HYPERLINK("x")'], ['+1'], [-5], [null]])).toBe(
      '\uFEFFname\r\n"\'=HYPERLINK(""x"")"\r\n\'+1\r\n-5\r\n\r\n',
    );
  });
});
