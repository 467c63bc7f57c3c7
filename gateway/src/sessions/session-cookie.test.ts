import { secret, signed } from '../../test/stack.ts';
import { createTokenReader } from './session-cookie.ts';

describe('createTokenReader', () => {
  const read = createTokenReader('tessera.session_token', secret);

  it('reads a signed token, quoted or not, among other cookies', () => {
    expect(read(`a=1; tessera.session_token=${signed('abc')}; b=2`)).toBe('abc');
    expect(read(`tessera.session_token="${signed('abc')}"`)).toBe('abc');
    expect(read(`a=1;\ttessera.session_token=${signed('abc')}`)).toBe('abc');
  });

  it.each([
    ['a foreign signature', `tessera.session_token=${signed('abc', 'another-secret')}`],
    ['a signature of another token', `tessera.session_token=abd${signed('abc').slice(3)}`],
    ['no signature', 'tessera.session_token=abc'],
    ['broken encoding', 'tessera.session_token=abc.%ff%'],
    ['an empty value', 'tessera.session_token='],
    ['another cookie that ends in the name', `xtessera.session_token=${signed('abc')}`],
    ['a text that another cookie has as its value', `a=b tessera.session_token=${signed('abc')}`],
    ['no cookies', ''],
  ])('takes %s for no cookie', (_name, cookies) => {
    expect(read(cookies)).toBeNull();
  });

  it('takes the first of two cookies with the name', () => {
    expect(read(`tessera.session_token=${signed('one')}; tessera.session_token=${signed('two')}`)).toBe(
      'one',
    );
  });
});
