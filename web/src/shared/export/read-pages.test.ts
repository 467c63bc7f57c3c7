import { readPages } from './read-pages.ts';

const pages = (...ids: string[][]) => ({
  read: async (page: number) => ({
    items: (ids[page - 1] ?? []).map((id) => ({ id })),
    pagination: { maxPage: ids.length },
  }),
});

describe('reading a list to its end', () => {
  it('goes through all pages', async () => {
    expect(await readPages(pages(['a', 'b'], ['c']).read)).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
  });

  it('takes a row once that has moved to the next page meanwhile', async () => {
    expect(await readPages(pages(['new', 'a'], ['a', 'b']).read)).toEqual([
      { id: 'new' },
      { id: 'a' },
      { id: 'b' },
    ]);
  });

  it('is through with a list of nothing', async () => {
    expect(await readPages(pages().read)).toEqual([]);
  });

  it('fails where a page does: half a list is not taken for a whole one', async () => {
    const read = async (page: number) => {
      if (page === 2) throw new Error('gone');
      return { items: [{ id: 'a' }], pagination: { maxPage: 2 } };
    };
    await expect(readPages(read)).rejects.toThrow('gone');
  });
});
