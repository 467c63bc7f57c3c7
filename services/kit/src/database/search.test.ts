import { type Stack, startStack } from '../../test/stack.ts';
import { matches, searchKeyMigration, searchPattern } from './search.ts';
import { sql } from './sql.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ service: 'search', entities: [], migrations: [searchKeyMigration] });
});
afterAll(() => stack.stop());

const isFound = async (stored: string, typed: string, where?: 'start' | 'end'): Promise<boolean> => {
  const values = [stored, searchPattern(typed, where)];
  const [row] = await sql<{ is: boolean }>(
    stack.db,
    `SELECT ${matches('$1::text', '$2::text')} AS is`,
    values,
  );
  return row?.is ?? false;
};

describe('a search', () => {
  it.each([
    ['Nguyễn Thị', 'nguyen'],
    ['Jose', 'JOSÉ'],
    ['MÜLLER', 'muller'],
    ['Łódź', 'lodz'],
    ['Ødegård', 'odegard'],
    ['Straße', 'strasse'],
    ['Ærø', 'aero'],
    ['İstanbul', 'istanbul'],
    ['Ёлка', 'елка'],
    ['Ἀθῆναι', 'αθηναι'],
    ['한글 상점', '한글'],
    ['がくせい', 'がく'],
    ['ＡＢＣ 株式会社', 'abc 株'],
    ['50%', '50%'],
    ['50％', '0%'],
    ['a_b\\c', '_B\\C'],
  ])('in %s finds %s, however either is composed', async (stored, typed) => {
    for (const form of ['NFC', 'NFD'])
      for (const other of ['NFC', 'NFD'])
        expect([form, other, await isFound(stored.normalize(form), typed.normalize(other))]).toEqual([
          form,
          other,
          true,
        ]);
  });

  it.each([
    ['がくせい', 'か'],
    ['한글', '하'],
    ['anna', 'a_n'],
    ['500', '50％'],
    ['Mueller', 'müller'],
  ])('in %s does not find %s', async (stored, typed) => {
    expect(await isFound(stored, typed)).toBe(false);
  });

  it('looks at the beginning or the end alone where that is asked', async () => {
    expect(await isFound('Élan vital', 'elan', 'start')).toBe(true);
    expect(await isFound('Élan vital', 'vital', 'start')).toBe(false);
    expect(await isFound('Élan vitál', 'vital', 'end')).toBe(true);
    expect(await isFound('Élan vital', 'elan', 'end')).toBe(false);
  });
});
