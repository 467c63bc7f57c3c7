import { deleteAccountMail, passwordChangedMail, writeLinkMail } from './link-mails.ts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };

const letter = (name: string, language = '') =>
  writeLinkMail({
    appName: 'Shop',
    subject: 'Verify your email address for Shop',
    name,
    heading: 'Verify your email address',
    paragraphs: ['Please confirm.'],
    button: 'Verify',
    url: 'http://localhost:3000/verify',
    expiresIn: 3600,
    otherwise: 'Ignore this.',
    language,
  });

describe('a mail with a link', () => {
  it.each([
    ['Ada Lovelace', 'Hello Ada Lovelace,'],
    ['', 'Hello,'],
    ['\u0000\n', 'Hello there,'],
    ['You won!\r\n\r\nVisit https://evil.test/prize', 'Hello You won! Visit evil·test/prize,'],
  ])('greets %j as a name, whatever it was meant as', (name, greeting) => {
    const { text, html } = letter(name);
    expect(text.split('\n')[0]).toBe(greeting);
    expect(html).toContain(`>${greeting}</p>`);
    expect(text + html).not.toContain('evil.test');
  });

  it('speaks German to whoever asked for it in German', () => {
    const { text, html } = letter('Ada Lovelace', 'de');
    expect(text).toMatch(/^Guten Tag Ada Lovelace,\n/);
    expect(text).toContain('Der Link gilt 1 Stunde. Ignore this.');
    expect(html).toContain('<html lang="de">');
    expect(letter('\u0000', 'de').text).toMatch(/^Guten Tag,\n/);
  });

  it('says that organizations end with their last member', () => {
    const facts = { appName: 'Shop', name: '', url: 'http://localhost:3000/delete', expiresIn: 3600 };
    expect(deleteAccountMail({ ...facts, language: 'en' }).text).toContain(
      'Organizations with no other members end with it',
    );
    expect(deleteAccountMail({ ...facts, language: 'de' }).text).toContain('enden mit dem Konto');
  });

  it('tells of a new password, with a way to replace it where there is one', () => {
    const facts = { appName: 'Shop', name: 'Ada', language: 'en' };
    const url = 'http://localhost:3000/forgot-password';
    expect(passwordChangedMail({ ...facts, url }).text).toContain(`Choose a new password: ${url}`);
    const alone = passwordChangedMail({ ...facts, url: null });
    expect(alone.text).toContain('ask the operator of Shop');
    expect(alone.html).not.toContain('<a ');
  });

  it('has the same texts with the same values in both languages', () => {
    const shape = (texts: Record<string, string>) =>
      Object.entries(texts).map(([key, text]) => [key, text.match(/\{\{\w+\}\}/g)?.toSorted() ?? []]);
    expect(shape(de)).toEqual(shape(en));
  });
});
