import { foundInOtherCase } from '@tessera/kit/test/paths';
import { defaultBannedUserMessage } from '@tessera/proto/api/identity/banned';
import { createBrowser } from '../../test/browser.ts';
import { type IdentityStack, startIdentity } from '../../test/factories.ts';
import { errorPage } from './error-page.ts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity({ appName: 'Shop & Co' });
});
afterAll(() => started.stop());

const get = (path: string) => createBrowser(started.base).send('GET', path);

describe('GET /ok', () => {
  it('says ok', async () => expect(await get('/ok')).toMatchObject({ status: 200, body: { ok: true } }));
});

describe('GET /error', () => {
  it('is a page that names the error and leads back', async () => {
    const answer = await get('/error?error=state_not_found');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.text).toContain('<title>Authentication Error</title>');
    expect(answer.text).toContain('<code>state_not_found</code>');
    expect(answer.text).toContain('<a href="/">Return to Application</a>');
    expect(answer.text).toContain('Shop &amp; Co');
  });

  it('says in a sentence what happened', async () => {
    expect((await get('/error?error=access_denied')).text).toContain('You canceled at the provider');
    expect((await get('/error?error=toString')).text).toContain('That did not work.');
    const banned = await get('/error?error=banned&error_description=Call+555');
    expect(banned.text).toContain('You have been banned from this application.');
    expect(banned.text).not.toContain('555');
  });

  it.each([
    [{ 'accept-language': 'de-AT,en;q=0.5' }, 'de'],
    [{ 'accept-language': 'de', cookie: 'tessera-language=en' }, 'en'],
    [{ 'accept-language': 'en', cookie: 'tessera-language=de' }, 'de'],
    [{ 'accept-language': 'fr,en;q=0.5', cookie: 'tessera-language=toString' }, 'en'],
    [{}, 'en'],
  ])('speaks to a browser with %j in its language', async (headers, language) => {
    const { text } = await createBrowser(started.base).send('GET', '/error?error=access_denied', { headers });
    const { title, back, errors } = language === 'de' ? de : en;
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<title>${title}</title>`);
    expect(text).toContain(`<p>${errors.access_denied}</p>`);
    expect(text).toContain(`<a href="/">${back}</a>`);
  });

  it('has the same texts in each language', () => {
    expect(Object.keys(de)).toEqual(Object.keys(en));
    expect(Object.keys(de.errors)).toEqual(Object.keys(en.errors));
  });

  it('tells somebody banned what the operator wrote, in any language, and its own words in each', () => {
    const told = (bannedUserMessage: string) =>
      errorPage({ appName: 'Shop', error: 'banned', bannedUserMessage, language: 'de' });
    expect(told('Call us.')).toContain('<p>Call us.</p>');
    expect(told(defaultBannedUserMessage)).toContain(`<p>${de.errors.banned}</p>`);
    expect(en.errors.banned).toBe(defaultBannedUserMessage);
  });

  it('shows whatever it is given as text, and runs nothing', async () => {
    const answer = await get(`/error?error=${encodeURIComponent(`<script>alert("1" & '2')</script>`)}`);
    expect(answer.text).toContain('&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;');
    expect(answer.text).not.toContain('<script');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });

  it.each(['/error', '/error?error='])('does not know more for %s', async (path) =>
    expect((await get(path)).text).toContain('<code>Unknown</code>'),
  );

  it('takes the last of several, as the whole auth API does', async () =>
    expect((await get('/error?error=a&error=b')).text).toContain('<code>b</code>'));
});

describe('GET /internal/openapi.json', () => {
  it('describes paths that are found in their own spelling only', async () =>
    expect(await foundInOtherCase(new URL(started.base).origin)).toEqual([]));

  it('describes the routes to the other processes', async () => {
    const { body } = await createBrowser(new URL(started.base).origin).send('GET', '/internal/openapi.json');
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining([
        '/api/auth/sign-up/email',
        '/api/auth/sign-in/email',
        '/api/auth/get-session',
        '/api/auth/sign-out',
        '/api/auth/verify-email',
        '/api/auth/ok',
      ]),
    );
    expect(body.paths).not.toHaveProperty('/api/auth/set-password');
  });
});
