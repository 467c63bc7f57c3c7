import { speakEnglish } from '../test/english.ts';
import { speak } from '../test/language.ts';
import { t } from './t.ts';

afterAll(speakEnglish);

it.each([
  ['en-US', 'Page 1 of 101 · 1,005 in total'],
  ['de-DE', 'Seite 1 von 101 · insgesamt 1.005'],
])('counts of thousands are written as in %s', async (locale, text) => {
  await speak(locale);
  expect(t('table:pageOf', { page: 1, last: 101, count: 1005 })).toBe(text);
});

it('a name that turns the direction of writing does so to itself alone', async () => {
  await speak('en-US');
  const name = 'gnp.\u202efdp & <co>';
  expect(t('table:removeView', { name })).toBe(`Remove the view \u2068${name}\u2069`);
});

it.each(['דוד (חברה)', 'محمد', '\u{1e900}\u{1e907}'])(
  'the name %s keeps its direction, and the text around it its own',
  async (name) => {
    await speak('en-US');
    expect(t('table:removeView', { name })).toBe(`Remove the view \u2068${name}\u2069`);
  },
);

it('a name from left to right is left as it is', async () => {
  await speak('en-US');
  expect(t('table:removeView', { name: 'Zoë 山田 🇯🇵' })).toBe('Remove the view Zoë 山田 🇯🇵');
});

it('a single one has a text of its own', async () => {
  await speak('en-US');
  expect(t('table:pageOf', { page: 1, last: 1, count: 1 })).toBe('Page 1 of 1 · 1 in total');
});
