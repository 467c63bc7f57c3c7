import { requestedLanguage, withLanguages } from './request-language.ts';

const known = ['en', 'de'];
const pick = (header: string | undefined) => withLanguages(header, () => requestedLanguage(known));

describe('the language of a request', () => {
  it.each([
    ['de-AT,en;q=0.5', 'de'],
    ['fr-FR, de;q=0.4, en;q=0.8', 'en'],
    ['de;q=0, en', 'en'],
    ['fr', ''],
    ['', ''],
    [undefined, ''],
    ['*', ''],
    ['de;q=much, en;q=0.1', 'en'],
    [`${'x-y,'.repeat(100)}de`, ''],
  ])('that prefers %j is %j', (header, language) => expect(pick(header)).toBe(language));

  it('is still known after waiting', () =>
    withLanguages('de', async () => {
      await new Promise(setImmediate);
      expect(requestedLanguage(known)).toBe('de');
    }));

  it('is nobody’s outside of requests', () => expect(requestedLanguage(known)).toBe(''));
});
