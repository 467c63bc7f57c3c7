import { spreadsheetJson, spreadsheetText } from './spreadsheet-text.ts';

describe('a text in a spreadsheet', () => {
  it.each(['=1+1', '+49 30 1', '-1+1', '@SUM(A1)', '\tcmd', '\rcmd', ' =1', '\u3000@x', '＝1', '-5;', '-'])(
    'is no formula: %j',
    (text) => expect(spreadsheetText(text)).toBe(`'${text}`),
  );

  it.each([
    ['Ada;=1+1', "Ada;'=1+1"],
    ['Ada; +1;-cmd', "Ada; '+1;'-cmd"],
    ['Ada\t@x', "Ada\t'@x"],
    ['Ada\n=1', "Ada\n'=1"],
    ['Ada\r\n=1', "Ada\r\n'=1"],
    ['Ada;;=1', "Ada;;'=1"],
    ['=1;=1', "'=1;'=1"],
    ['\n=1', "'\n'=1"],
    ['Ada;＝1', "Ada;'＝1"],
  ])('is none after what separates cells elsewhere: %j', (text, written) =>
    expect(spreadsheetText(text)).toBe(written),
  );

  it.each([
    '-13.33',
    '-5',
    '1;-5;-2.50',
    'a - b',
    'x=y',
    'ada+1@example.com',
    'https://x.example/?a=1;b=2',
    '',
  ])('stays as it is where it is none: %j', (text) => expect(spreadsheetText(text)).toBe(text));
});

describe('JSON in a spreadsheet', () => {
  it('reads the same, and is no formula after a separator', () => {
    const value = { note: 'Ada;=1+1', debt: -5, more: ['; @x', '\n=1'] };
    const text = spreadsheetJson(value);
    expect(text).not.toMatch(/;\s*[=@]/);
    expect(JSON.parse(text)).toEqual(value);
  });
});
