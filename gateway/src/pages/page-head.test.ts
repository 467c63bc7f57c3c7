import { readFileSync } from 'node:fs';
import { drawn } from './page-head.ts';

const html = readFileSync(new URL('../../../web/index.html', import.meta.url), 'utf8');
const draw = (path: string, cookie?: string) =>
  drawn(html, { path, headers: { cookie } }, 'shop.session_token');
const isOutlined = (page: string) => /<div id="outline" aria-hidden="true">/.test(page);

describe('a page before its script has run', () => {
  it('has the outline of the dashboard for whoever has a session, where the dashboard is', () => {
    const signedIn = 'a=b; shop.session_token=x.y';
    for (const path of ['/', '/acme', '/acme/orders', '/accounting']) {
      expect([path, isOutlined(draw(path, signedIn))]).toEqual([path, true]);
      expect(isOutlined(draw(path))).toBe(false);
      expect(isOutlined(draw(path, 'tessera.session_token=x.y'))).toBe(false);
    }
    for (const path of [
      '/sign-in',
      '/account/profile',
      '/admin',
      '/oauth2/authorize',
      '/organizations/new',
      '/portal/acme',
    ])
      expect([path, isOutlined(draw(path, signedIn))]).toEqual([path, false]);
  });

  it('names the files of the part that will be loaded, and of no other', () => {
    const file = (part: string) => `rel="modulepreload" crossorigin href="/assets/${part}-1.js">`;
    const named = (part: string) => `<template id="${part}-files">\n<link ${file(part)}\n</template>`;
    const built = `<html><head>${named('dashboard')}${named('sign-in')}</head></html>`;
    const opened = (path: string, cookie?: string) => {
      const page = drawn(built, { path, headers: { cookie } }, 'shop.session_token');
      return ['dashboard', 'sign-in'].filter(
        (part) => page.includes(file(part)) && !page.includes(`<template id="${part}-files">`),
      );
    };
    expect(opened('/acme', 'shop.session_token=x.y')).toEqual(['dashboard']);
    // Who is not signed in, or where no organization is: the same files say so.
    for (const path of ['/', '/acme', '/sign-up', '/accept-invitation/1'])
      expect([path, opened(path)]).toEqual([path, ['dashboard']]);
    expect(opened('/account/profile', 'shop.session_token=x.y')).toEqual(['dashboard']);
    for (const path of ['/sign-in', '/sign-in/']) expect(opened(path)).toEqual(['sign-in']);
    expect(opened('/sign-in', 'shop.session_token=x.y')).toEqual(['sign-in']);
  });

  it('lets what is drawn go before scripts, where something is drawn without them', () => {
    const built = `<div id="outline" aria-hidden="true" hidden></div>
      <script type="module" src="/1.js"></script><link rel="modulepreload" href="/2.js"><link rel="preload" as="font" href="/3">`;
    const later = (path: string, cookie?: string) =>
      [
        ...drawn(built, { path, headers: { cookie } }, 'shop.session_token').matchAll(
          /fetchpriority="low"[^>]*"\/(\d)/g,
        ),
      ].map(([, file]) => file);
    expect(later('/acme', 'shop.session_token=x.y')).toEqual(['1', '2']);
    for (const path of ['/acme', '/sign-in', '/sign-up']) expect([path, later(path)]).toEqual([path, []]);
    expect(later('/account/profile', 'shop.session_token=x.y')).toEqual([]);
  });

  it('asks for its letters before anything else', () => {
    const letters = '<link rel="preload" as="font" href="/letters.woff2" crossorigin="">';
    const built = `<head><meta name="a">${letters}<script src="/1.js"></script></head>`;
    const page = drawn(
      built,
      { path: '/acme', headers: { cookie: 'shop.session_token=x.y' } },
      'shop.session_token',
    );
    expect(page).toContain(
      `${letters}<link rel="preload" as="fetch" crossorigin href="/api/start?slug=acme">`,
    );
  });

  it('names the words of the first language that it is written in, and only of that part', () => {
    const ids = ['dashboard', 'sign-in'].flatMap((part) => ['en', 'de'].map((of) => `${part}-words-${of}`));
    const built = `<head>${ids.map((id) => `<template id="${id}">${id}.js</template>`).join('')}</head>`;
    const opened = (path: string, accepted?: string, chosen?: string) => {
      const cookie = `shop.session_token=x.y${chosen === undefined ? '' : `; tessera-language=${chosen}`}`;
      const headers = { cookie, 'accept-language': accepted };
      const page = drawn(built, { path, headers }, 'shop.session_token');
      return ids.filter((id) => !page.includes(`<template id="${id}">`));
    };
    expect(opened('/acme', 'fr, de-AT;q=0.8, en;q=0.5')).toEqual(['dashboard-words-de']);
    expect(opened('/acme', 'fr')).toEqual(['dashboard-words-en']);
    expect(opened('/acme')).toEqual(['dashboard-words-en']);
    expect(opened('/sign-in', 'DE')).toEqual(['sign-in-words-de']);
    // What was chosen in this browser goes first; what is no language of ours is none that was chosen.
    expect(opened('/acme', 'de', 'en')).toEqual(['dashboard-words-en']);
    expect(opened('/sign-in', 'en', 'de')).toEqual(['sign-in-words-de']);
    expect(opened('/acme', 'de', '"><script>')).toEqual(['dashboard-words-de']);
  });

  it('says what the overview begins with at its own address, in the reader’s language', () => {
    const ids = ['en', 'de'].map((of) => `overview-outline-${of}`);
    const templates = ids.map((id) => `<template id="${id}"><b>${id}</b></template>`).join('');
    const built = `<div id="outline" aria-hidden="true" hidden>${templates}</div>`;
    const said = (path: string, cookie = 'shop.session_token=x.y') => {
      const page = drawn(built, { path, headers: { cookie, 'accept-language': 'de' } }, 'shop.session_token');
      return ids.filter((id) => !page.includes(`<template id="${id}">`));
    };
    for (const path of ['/acme', '/acme/'])
      expect([path, said(path)]).toEqual([path, ['overview-outline-de']]);
    expect(said('/acme', 'shop.session_token=x.y; tessera-language=en')).toEqual(['overview-outline-en']);
    for (const path of ['/', '/acme/orders', '/sign-in', '/account'])
      expect([path, said(path)]).toEqual([path, []]);
    expect(said('/acme', '')).toEqual([]);
  });

  it('has what the dashboard asks first on its way, where it will be asked', () => {
    const asked = (path: string, cookie?: string) =>
      [...draw(path, cookie).matchAll(/<link rel="preload" as="fetch" crossorigin href="([^"]*)">/g)].map(
        ([, href]) => href,
      );
    const signedIn = 'shop.session_token=x.y';
    const session = '/api/auth/get-session';
    expect(asked('/acme', signedIn)).toEqual(['/api/start?slug=acme']);
    expect(asked('/acme/orders', signedIn)).toEqual(['/api/start?slug=acme']);
    expect(asked('/', signedIn)).toEqual([session]);
    expect(asked('/%22%3E%3Cscript%3E', signedIn)).toEqual([session]);
    expect(asked('/acme')).toEqual([]);
    expect(asked('/account/profile', signedIn)).toEqual([]);
  });

  it('is as light or dark as was chosen in this browser, and takes nothing else from the cookie', () => {
    expect(draw('/', 'tessera-scheme=dark')).toContain('<html data-mantine-color-scheme="dark" lang="en">');
    expect(draw('/', 'tessera-scheme=light')).toContain('data-mantine-color-scheme="light" lang');
    for (const value of ['auto', '"><script>', ''])
      expect(draw('/', `tessera-scheme=${value}`)).toContain('<html lang="en">');
  });
});
