import { matches, searchKeyMigration, searchPattern } from '@tessera/kit/database/search';
import { sql } from '@tessera/kit/database/sql';
import { type Stack, startStack } from '@tessera/kit/test/stack';
import fc from 'fast-check';
import { contains, searchedIn } from './search.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ service: 'search', entities: [], migrations: [searchKeyMigration] });
});
afterAll(() => stack.stop());

/** Whether each payload contains its text: by the search of payloads, and by that of other lists. */
const compare = async (pairs: readonly (readonly [payload: string, text: string])[]) =>
  sql<{ payload: string; text: string; found: boolean; expected: boolean }>(
    stack.db,
    `SELECT payload, text, ${contains('payload', "string_to_array(given, E'\\x02')")} AS found,
       ${matches('payload', 'pattern')} AS expected
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS asked (payload, text, given, pattern)`,
    [
      pairs.map(([payload]) => payload),
      pairs.map(([, text]) => text),
      pairs.map(([, text]) => searchedIn(text).join('\u0002')),
      pairs.map(([, text]) => searchPattern(text)),
    ],
  );

describe('a search in payloads', () => {
  it.each([
    ['Straße', 'sse'],
    ['Straße', 'rasse'],
    ['Ærø', 'e'],
    ['oﬃce', 'office'],
    ['Nguyễn', 'NGUYEN'],
    ['か\u3099くせい', 'がく'],
    ['한글 상점'.normalize('NFD'), '한글'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['𝐀da ½', 'ada 1'],
    ['a…b', '...B'],
    ['50％ [ü]', '0% [U'],
  ])('in %s finds %s', async (payload, text) => {
    expect(await compare([[payload, text]])).toMatchObject([{ found: true, expected: true }]);
  });

  it('finds what a search in any other list finds', async () => {
    const letters = [
      ...Array.from('aAsStTeEoO 1%_\\"-ßẞæŒøÅéüİıłĐþ½…ﬁ™ÅKΣςσάёйがかｶﾞ가각한％Ａ'),
      '\u0301',
      '\u0308',
      '\u3099',
      '\u1161',
      '𝐀',
    ];
    const some = (maxLength: number) =>
      fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength }).map((chosen) => chosen.join(''));
    const pairs = fc.sample(fc.tuple(some(12), some(3)), { numRuns: 3_000, seed: 7 });
    const parts = fc.sample(
      fc
        .tuple(some(12), fc.nat(8), fc.nat(6))
        .map(([payload, from, length]) => [payload, payload.slice(from, from + length + 1) || 'a'] as const),
      { numRuns: 2_000, seed: 8 },
    );
    const rows = await compare([...pairs, ...parts]);
    expect(rows.filter(({ expected }) => expected).length).toBeGreaterThan(1_000);
    expect(rows.filter(({ found, expected }) => expected && !found)).toEqual([]);
    // Of a letter that is written in parts its first is found too: か of が.
    const isInParts = /[\u3099\uff9e\u1161]/;
    expect(
      rows.filter(({ payload, found, expected }) => found && !expected && !isInParts.test(payload)),
    ).toEqual([]);
  });
});
