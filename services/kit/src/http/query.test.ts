import { parseQuery } from './query.ts';

describe('parseQuery', () => {
  it('reads values, lists and maps', () => {
    expect(parseQuery('a=1&b=1&b=2&metadata[plan]=pro&metadata[tag]=x&metadata[tag]=y&c=')).toEqual({
      a: '1',
      b: ['1', '2'],
      metadata: { plan: 'pro', tag: ['x', 'y'] },
      c: '',
    });
  });

  it('answers nothing for nothing', () => {
    expect(parseQuery('')).toEqual({});
    expect(parseQuery(undefined)).toEqual({});
  });

  it('takes the map of a key that is given both ways', () => {
    expect(parseQuery('a[x]=1&a=2')).toEqual({ a: { x: '1' } });
  });

  it('takes the keys of a map with brackets of their own', () => {
    const text = new URLSearchParams([
      ['metadata[a[0]]', '1'],
      ['metadata[x][y]', '2'],
      ['metadata[]', '3'],
    ]).toString();
    expect(parseQuery(text)).toEqual({ metadata: { 'a[0]': '1', 'x][y': '2', '': '3' } });
  });

  it.each(['a]=1', '[x]=1', 'a[=1'])('takes %s as a plain key', (text) => {
    expect(Object.values(parseQuery(text))).toEqual(['1']);
  });

  it.each(['__proto__=1', '__proto__[isAdmin]=1'])('reaches no prototype by %s', (text) => {
    const query = parseQuery(text);
    expect(Object.getPrototypeOf(query)).toBe(Object.prototype);
    expect(Object.getOwnPropertyNames(query)).not.toContain('__proto__');
    expect((query as { isAdmin?: string }).isAdmin).toBeUndefined();
  });

  it('keeps a key of a map that names a prototype, as a key of its own', () => {
    const { a } = parseQuery('a[__proto__]=1&a[constructor]=2');
    expect(Object.entries(a ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
    expect(Object.getPrototypeOf(a)).toBe(Object.prototype);
  });

  it.each(['a=%00', '%00=a', Array.from({ length: 501 }, (_, n) => `k${n}=1`).join('&')])(
    'refuses what cannot be stored or is too much',
    (text) => {
      expect(() => parseQuery(text)).toThrow('The query could not be read.');
    },
  );
});
