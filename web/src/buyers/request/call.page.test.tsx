import { jest } from '@jest/globals';
import { call } from './call.ts';

describe('a request of a page for buyers', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    document.documentElement.lang = '';
  });

  it.each([
    ['de', ['en-GB', 'de-AT'], 'de,en-GB,de-AT'],
    ['de', ['de-AT', 'en'], undefined],
    ['', ['en'], undefined],
  ])('asks to be answered in the language of the page (%s of %j)', async (lang, languages, asked) => {
    document.documentElement.lang = lang;
    jest.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
    const sent = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({}));
    await call('/customer-portal/customer-session/request', { method: 'POST', body: {} });
    const headers = sent.mock.calls[0]?.[1]?.headers as Record<string, string>;
    expect(headers['accept-language']).toBe(asked);
  });
});
