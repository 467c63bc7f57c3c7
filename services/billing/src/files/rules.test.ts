import fc from 'fast-check';
import { declareParts, mismatchOf, pathOf, readableSize } from './rules.ts';

const rules = { size: 10, minPartBytes: 4, maxPartBytes: 8 };
const part = (number: number, chunkStart: number, chunkEnd: number) => ({ number, chunkStart, chunkEnd });

describe('declareParts', () => {
  it('takes parts that fill the file, whether they name their last byte or the one after', () => {
    const expected = [
      { number: 1, start: 0, end: 6, sha256: null },
      { number: 2, start: 6, end: 10, sha256: null },
    ];
    expect(declareParts([part(1, 0, 6), part(2, 6, 10)], rules)).toEqual(expected);
    expect(declareParts([part(1, 0, 5), part(2, 6, 9)], rules)).toEqual(expected);
  });

  it.each([
    ['a number that is not the next', [part(1, 0, 6), part(3, 6, 10)], 1, 'number'],
    ['a gap', [part(1, 0, 6), part(2, 7, 10)], 1, 'chunk_start'],
    ['an overlap', [part(1, 0, 6), part(2, 5, 10)], 1, 'chunk_start'],
    ['an end before the file’s', [part(1, 0, 6), part(2, 6, 8)], 1, 'chunk_end'],
    ['an end behind the file’s', [part(1, 0, 6), part(2, 6, 11)], 1, 'chunk_end'],
    ['an empty part', [part(1, 0, 0), part(2, 0, 10)], 0, 'chunk_end'],
    ['a part that is too large', [part(1, 0, 10)], 0, 'chunk_end'],
    ['a small part that is not the last', [part(1, 0, 3), part(2, 3, 10)], 0, 'chunk_end'],
  ])('refuses %s', (_what, parts, index, key) => {
    expect(declareParts(parts, rules)).toMatchObject({ index, key });
  });

  it('takes any file that is cut anywhere', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 20 }), (sizes) => {
        const size = sizes.reduce((sum, one) => sum + one, 0);
        let at = 0;
        const parts = sizes.map((length, index) => part(index + 1, at, (at += length)));
        const declared = declareParts(parts, { size, minPartBytes: 1, maxPartBytes: 1000 });
        expect(declared).toEqual(
          parts.map(({ number, chunkStart: start, chunkEnd: end }) => ({ number, start, end, sha256: null })),
        );
      }),
    );
  });
});

describe('mismatchOf', () => {
  const sha256 = 'a'.repeat(43);
  const declared = [
    { number: 1, start: 0, end: 6, sha256 },
    { number: 2, start: 6, end: 10, sha256: null },
  ];
  const sent = (number: number, checksum: string | null = null) => ({
    number,
    checksumEtag: 'x',
    checksumSha256Base64: checksum,
  });

  it('finds nothing where all was sent as it was declared', () => {
    expect(mismatchOf(declared, [sent(1, sha256), sent(2)])).toBeNull();
  });

  it.each([
    ['a part is missing', [sent(1, sha256)], 0],
    ['parts are in another order', [sent(2), sent(1)], 0],
    ['a checksum is another', [sent(1, 'b'), sent(2)], 0],
    ['there is one more', [sent(1, sha256), sent(2), sent(3)], 2],
  ])('says where %s', (_what, parts, index) => {
    expect(mismatchOf(declared, parts)).toMatchObject({ index });
  });
});

describe('pathOf', () => {
  it('keeps what is safe of a name', () => {
    const of = (name: string) => pathOf({ id: 'f', organizationId: 'o', service: 'downloadable', name });
    expect(of('Book (2nd).pdf')).toBe('downloadable/o/f/Book-2nd-.pdf');
    expect(of('../../etc/passwd')).toBe('downloadable/o/f/etc-passwd');
    expect(of('…')).toBe('downloadable/o/f/file');
    expect(of('本')).toBe('downloadable/o/f/file');
  });
});

describe('readableSize', () => {
  it.each([
    [1, '1.0 B'],
    [1023, '1023.0 B'],
    [1536, '1.5 KB'],
    [10_485_760, '10.0 MB'],
    [5_368_709_120, '5.0 GB'],
  ])('of %i bytes is %s', (bytes, text) => {
    expect(readableSize(bytes)).toBe(text);
  });
});
