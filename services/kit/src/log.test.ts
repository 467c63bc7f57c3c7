import { members, redact } from './log.ts';

describe('redact', () => {
  it('hides secrets by their names, wherever they lie', () => {
    const secret = '[redacted]';
    expect(
      redact({
        userId: 'u',
        password: 'x',
        cookie: 'x',
        request: { headers: { a: 1 }, body: 'x', path: '/' },
        list: [{ token: 'x', id: 1 }, 'plain'],
        bare: Object.assign(Object.create(null) as object, { secret: 'x' }),
      }),
    ).toEqual({
      userId: 'u',
      password: secret,
      cookie: secret,
      request: { headers: secret, body: secret, path: '/' },
      list: [{ token: secret, id: 1 }, 'plain'],
      bare: { secret },
    });
  });

  it('does not look deeper than anything is logged', () => {
    expect(redact({ a: { b: { c: { d: { token: 'x' } } } } })).toEqual({
      a: { b: { c: { d: '[redacted]' } } },
    });
  });

  it('leaves dates and errors to their serializers, and what it was given unchanged', () => {
    const fields = { at: new Date(0), err: new Error('x'), token: 'x' };
    expect(redact(fields)).toEqual({ at: fields.at, err: fields.err, token: '[redacted]' });
    expect(fields.token).toBe('x');
  });
});

describe('members', () => {
  it('writes what is there as JSON does, whatever the texts are', () => {
    const fields = {
      requestId: '0198-a.b_c',
      route: '/v1/things/:id',
      odd: 'a"b\\c\n\u2028\ud800é',
      empty: '',
      ms: 12,
      cut: true,
    };
    expect(JSON.parse(`{"level":1${members({ ...fields, userId: undefined })}}`)).toEqual({
      level: 1,
      ...fields,
    });
    expect(members({})).toBe('');
  });
});
