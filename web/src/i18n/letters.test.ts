import { cutAt, initialOf } from './letters.ts';

it.each([
  ['ada', 'A'],
  [' Zoë', 'Z'],
  ['e\u0301mile', 'E\u0301'],
  ['ślązak', 'Ś'],
  ['山田', '山'],
  ['🇯🇵 Tokyo Shop', '🇯🇵'],
  ['👩‍👩‍👧‍👦 Family', '👩‍👩‍👧‍👦'],
  ['👍🏽', '👍🏽'],
  ['❤️ Care', '❤️'],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 England', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['Z\u0351\u036b\u0343\u036aalgo', 'Z\u0351\u036b'],
  ['👩🏽‍❤️‍👨🏿 Us', '👩🏽‍❤️‍👨🏿'],
  ['\u200b\u202eevil', 'E'],
  ['\u200b', undefined],
  ['', undefined],
])('the initial of %j is %j', (name, initial) => expect(initialOf(name)).toBe(initial));

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['ab🎉', 3, 'ab'],
  ['a🎉b', 3, 'a🎉'],
])('%j of at most %d is %j', (text, most, cut) => expect(cutAt(text, most)).toBe(cut));
