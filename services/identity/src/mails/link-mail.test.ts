import { writeLinkMail } from './link-mail.ts';

const letter = (name: string) =>
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
});
