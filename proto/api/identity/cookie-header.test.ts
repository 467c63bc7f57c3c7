import { createHmac } from 'node:crypto';
import { parseCookies, readCookie, readSigned, signValue } from './cookie-header.ts';

/** Header, and the value of the cookie `a`. */
const headers: [string, string | undefined][] = [
  ['a=1', '1'],
  ['b=2; a=1', '1'],
  ['b=2;a=1', '1'],
  ['b=2;\ta=1', '1'],
  [' a = 1 ', '1'],
  ['a=1; a=2', '1'],
  ['a=; a=2', ''],
  ['a="1"', '1'],
  ['a="', '"'],
  ['a=x=y', 'x=y'],
  ['a=%31', '1'],
  ['a=%', '%'],
  ['a=%ff%31', '%ff%31'],
  ['xa=1', undefined],
  ['b=2 a=1', undefined],
  ['b=a=1', undefined],
  ['a; b=a', undefined],
  ['a;=1', undefined],
  ['A=1', undefined],
  ['=1', undefined],
  [';;', undefined],
  ['', undefined],
];

describe('the cookies of a request', () => {
  it.each(headers)('of %j has a as %j', (header, value) => {
    expect(readCookie(header, 'a')).toBe(value);
    expect(parseCookies(header).get('a')).toBe(value);
  });

  it('are none without a header', () => {
    expect(readCookie(undefined, 'a')).toBeUndefined();
    expect(parseCookies(undefined).size).toBe(0);
  });

  it('are the same whether one is read or all', () => {
    const pieces = ['a', 'b', 'ab', '=', '=', ';', '; ', ' ', '\t', '"', '%41', '%', '.'];
    let seed = 7;
    const pick = (): string => {
      seed = (seed * 48_271) % 2_147_483_647;
      return pieces[seed % pieces.length] ?? '';
    };
    for (let round = 0; round < 5_000; round += 1) {
      const header = Array.from({ length: 12 }, pick).join('');
      const all = parseCookies(header);
      for (const name of ['a', 'b', 'ab'])
        expect([header, readCookie(header, name)]).toEqual([header, all.get(name)]);
    }
  });
});

describe('a signed value', () => {
  const signer = {
    sign: (text: string) => createHmac('sha256', 'key').update(text).digest('base64'),
    isSame: (left: string, right: string) => left === right,
  };
  const good = signValue('to.ken', signer);

  it('is read again', () => expect(readSigned(good, signer)).toBe('to.ken'));

  it.each([
    undefined,
    '',
    'to.ken',
    `x${good}`,
    good.slice(0, -1),
    `.${signer.sign('')}`,
    good.replace(/=$/, '.'),
  ])('is none when it is %j', (value) => expect(readSigned(value, signer)).toBeNull());
});
