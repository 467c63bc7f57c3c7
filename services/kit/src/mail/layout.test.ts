import { address, amounts, button, facts, note, paragraph, small, title } from './blocks.ts';
import { writeMail } from './layout.ts';

const evil = `<script>alert("1" & '2')</script>`;

const mail = writeMail({
  subject: 'Hello\r\nBcc: all@example.com',
  brand: evil,
  preview: evil,
  heading: evil,
  blocks: [
    paragraph('Hello ', { strong: evil }, ' and ', { link: `https://a.test/?x="${evil}`, text: evil }),
    title(evil),
    note(`first\nsecond ${evil}`),
    button(evil, 'https://a.test/?a=1&b=2', 'Open it'),
    address('Or copy:', 'https://a.test/?a=1&b=2'),
    amounts([[evil, '$1.00']], ['Total', '$1.00']),
    facts([['Order', evil]]),
  ],
  footer: [small('Sent to you.')],
});

describe('a mail', () => {
  it('lets no words become markup or a header', () => {
    expect(mail.html).not.toContain('<script');
    expect(mail.html.match(/&lt;script&gt;/g)).toHaveLength(11);
    expect(mail.subject).toBe('Hello Bcc: all@example.com');
  });

  it('says the same as text, each address once', () => {
    expect(mail.text.split('\n\n')).toEqual([
      `Hello ${evil} and ${evil}`,
      evil,
      `first\nsecond ${evil}`,
      'Open it: https://a.test/?a=1&b=2',
      `${evil}: $1.00\nTotal: $1.00`,
      `Order: ${evil}`,
      'Sent to you.\n',
    ]);
  });

  it.each([
    ['de', 'Total: 1'],
    ['fr', 'Total\u00a0: 1'],
    ['ja', 'Total：1'],
  ])('has the colon of %s between what stands side by side', (lang, line) => {
    const blocks = [amounts([], ['Total', '1']), facts([['Total', '1']]), button('Total', '1')];
    const { text } = writeMail({ subject: 'a', brand: 'b', heading: 'c', blocks, lang });
    expect(text).toBe(`${[line, line, line].join('\n\n')}\n`);
  });

  it('keeps the lines of what somebody wrote, and no style of its own in the text', () => {
    expect(mail.html).toContain('first<br>second');
    expect(mail.text).not.toMatch(/<p|<td|style=/);
  });

  it('has colors for the dark, for devices and for the apps of Outlook, and a width for Outlook on Windows', () => {
    for (const part of [
      '@media (prefers-color-scheme: dark)',
      '[data-ogsc] .letter',
      '<meta name="color-scheme" content="light dark">',
      '<!--[if mso]><table role="presentation" width="560"',
      'mso-padding-alt',
    ])
      expect(mail.html).toContain(part);
  });

  it('names its language', () => {
    expect(mail.html).toContain('<html lang="en">');
    expect(writeMail({ subject: 'a', brand: 'b', heading: 'c', blocks: [], lang: 'de' }).html).toContain(
      '<html lang="de">',
    );
  });
});
