import { queryText } from './base.ts';

describe('queryText', () => {
  it('repeats lists and leaves out what is not given', () => {
    expect(
      queryText({ page: 2, sorting: ['-created_at', 'name'], query: '', active: false, none: null }),
    ).toBe('page=2&sorting=-created_at&sorting=name&active=false');
  });

  it('escapes what people type', () => {
    expect(queryText({ query: 'a&b=c d' })).toBe('query=a%26b%3Dc+d');
  });
});
