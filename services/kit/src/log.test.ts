import { redact } from './log.ts';

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
