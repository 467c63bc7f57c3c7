import fc from 'fast-check';
import { plainName } from './plain-name.ts';

const plain = (name: string) => plainName(name, 'Someone');

describe('plainName', () => {
  it.each([
    'Ada Lovelace',
    'Dr. Ada M. Lovelace',
    'Tools & <Toys>',
    'Version 2.0',
    'Course v1.2.3!',
    'Zoë – 北京 / 東京',
    'می‌خواهم',
    '👩‍💻 Studio',
    '🎉 .NET 🎉',
    'A/B tests: how?',
  ])('leaves %s as it is', (name) => expect(plain(name)).toBe(name));

  it.each([
    ['Visit https://evil.com/login now', 'Visit evil·com/login now'],
    ['www.evil.com', 'www·evil·com'],
    ['Acme.io', 'Acme·io'],
    ['http://198.51.100.7/x', '198·51·100·7/x'],
    ['evil。com or evil．com', 'evil·com or evil·com'],
    ['HTTPS : //evil.com', 'evil·com'],
    ['//evil.com', 'evil·com'],
    ['ev\u00adil.c\u200bom', 'evil·com'],
    ['pay@evil.com', 'pay@evil·com'],
    ['Win at 🍕.ws or ❤️.to', 'Win at 🍕·ws or ❤️·to'],
    ['👍🏽.ws', '👍🏽·ws'],
    ['evil\u200d.com, evil.\u200ccom', 'evil\u200d·com, evil·\u200ccom'],
    ['Eve\r\nBcc: all@example.com', 'Eve Bcc: all@example·com'],
    ['Eve\u2028\u2029\u0000\u001b[31m', 'Eve [31m'],
    ['\u202eevil', 'evil'],
    [' \t\n', 'Someone'],
    ['', 'Someone'],
    ['x'.repeat(300), `${'x'.repeat(79)}…`],
  ])('makes of %j %s', (name, said) => expect(plain(name)).toBe(said));

  const pieces = fc.constantFrom(
    'https://',
    'HTTP://',
    'ftp:',
    '//',
    '\\',
    'www.',
    'evil',
    '.com',
    '.',
    '。',
    '@',
    '\n',
    '\r',
    '\u2028',
    '\u0000',
    '\u200b',
    '\u202e',
    '\ud800',
    ' ',
    '7',
    'é',
    'a\u0301',
    '🎉',
  );
  const names = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(fc.oneof(pieces, fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 60 })
      .map((all) => all.join('')),
  );

  it('is always one short line without controls', () =>
    fc.assert(
      fc.property(names, (name) => {
        const said = plain(name);
        expect(said).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]|\u202e|\u200b/u);
        expect(said.isWellFormed()).toBe(true);
        expect(Array.from(said).length).toBeGreaterThan(0);
        expect(Array.from(said).length).toBeLessThanOrEqual(80);
        expect(said).toBe(said.trim());
      }),
    ));

  it('never holds what a mail program would make a link of', () =>
    fc.assert(
      fc.property(names, (name) => {
        expect(plain(name)).not.toMatch(/:\/\/|\/\/|\\\\|[\p{L}\p{N}][.。．｡․]\p{L}/u);
        expect(plain(name)).not.toMatch(/\d+\.\d+\.\d+\.\d+/);
      }),
    ));

  it('changes nothing twice', () =>
    fc.assert(fc.property(names, (name) => expect(plain(plain(name))).toBe(plain(name)))));
});
