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

  it('nor in another cell, where semicolons separate them', () => {
    expect(csvOf(['name', 'note'], [['Ada;=1+1', 'one\n=2']])).toBe(
      '\uFEFFname,note\r\n"Ada;\'=1+1","one\n\'=2"\r\n',
    );
  });

  it('leaves amounts below 0 to be numbers', () => {
    expect(csvOf(['amount'], [['-13.33'], ['-1+1']])).toBe("\uFEFFamount\r\n-13.33\r\n'-1+1\r\n");
  });

  it.each([' +1', '\u3000@SUM(A1)', '＝1+1', '＠x', '\tcmd'])(
    'nor behind white space or in wide letters: %j',
    (text) => {
      expect(
        csvOf(['name'], [[text]])
          .split('\r\n')[1]
          ?.replaceAll('"', ''),
      ).toBe(`'${text}`);
    },
  );
});
