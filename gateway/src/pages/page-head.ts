import { escapeHtml } from '@tessera/kit/text/escape-html';
import { rawCookie } from '@tessera/proto/api/identity/cookie-header';
import { languageCookie } from '@tessera/proto/api/language-cookie';
import { acceptedLanguages } from '@tessera/proto/api/languages';
import { schemeCookie } from '@tessera/proto/api/scheme-cookie';
import type { Request } from 'express';
import { startPath } from './start.ts';

/**
 * Inserts HTML into the head of a page; at the start if there is no head. Nothing may precede the doctype, or quirks
 * mode applies.
 */
export const intoHead = (html: string, added: string): string =>
  /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + added) : added + html;

/** First path segments that are not organization slugs; their pages have other layouts. */
const others =
  /^\/(account|admin|accept-invitation|check-your-inbox|dev|email-verified|forgot-password|oauth2|organizations|portal|reset-password|sign-in|sign-up)(\/|$)/;

/**
 * Adds to a page what can be rendered before its script runs: the chosen color scheme and, if a session cookie is
 * present, the skeleton of an organization's pages. Preloads the files and requests that the script will need. The
 * session is not verified here: the skeleton contains no data.
 */
export const drawn = (
  html: string,
  { path, headers }: Pick<Request, 'path' | 'headers'>,
  sessionCookie: string,
): string => {
  const { cookie } = headers;
  const scheme = rawCookie(cookie, schemeCookie);
  const isOutlined = rawCookie(cookie, sessionCookie) !== undefined && !others.test(path);
  const colored =
    scheme === 'light' || scheme === 'dark'
      ? html.replace('<html', `<html data-mantine-color-scheme="${scheme}"`)
      : html;
  const language = languageOf(rawCookie(cookie, languageCookie), headers['accept-language']);
  const named = withFiles(colored, signIn.test(path) ? 'sign-in' : 'dashboard', language);
  if (!isOutlined) return named;
  const outlined = named.replace(
    '<div id="outline" aria-hidden="true" hidden>',
    '<div id="outline" aria-hidden="true">',
  );
  const full = overview.test(path) ? opened(outlined, [`overview-outline-${language}`]) : outlined;
  return afterLetters(afterOutline(full), askAt(path));
};

/** Inserts HTML after the font preloads of the head: the first paint depends on the fonts, and on nothing else. */
const afterLetters = (html: string, added: string): string => {
  const letters = /<link rel="preload" as="font"[^>]*>/;
  return letters.test(html) ? html.replace(letters, (link) => link + added) : intoHead(html, added);
};

/** The skeleton needs no script: scripts get a low priority, so that fonts load and it is painted first. */
const afterOutline = (html: string): string =>
  html.replace(/<(?=script type="module"|link rel="modulepreload")\w+/g, '$& fetchpriority="low"');

/** As in the application (`web/src/main.ts`). */
const signIn = /^\/sign-in\/*$/;

/** An organization's first page: the heading in its skeleton is its largest text. */
const overview = /^\/[\w-]{1,100}\/?$/;

/** The languages of the dashboard; the first is the fallback. */
const languages = ['en', 'de'] as const;
type Language = (typeof languages)[number];

/**
 * Same rules as in the page (`web/src/i18n/languages.ts`): the language chosen in this browser, then Accept-Language.
 */
const languageOf = (chosen: string | undefined, accepted: string | undefined): Language => {
  for (const tag of [...(chosen === undefined ? [] : [chosen]), ...acceptedLanguages(accepted)]) {
    const found = languages.find((language) => language === tag.toLowerCase().split('-')[0]);
    if (found) return found;
  }
  return languages[0];
};

/** Preloads the first files of a part of the application, and its texts. */
const withFiles = (html: string, part: 'dashboard' | 'sign-in', language: Language): string =>
  opened(html, [`${part}-files`, `${part}-words-${language}`]);

/** Replaces templates of the build by their content: until then the browser neither loads nor shows it. */
const opened = (html: string, templates: readonly string[]): string =>
  templates.reduce(
    (page, id) => page.replace(new RegExp(`<template id="${id}">(.*?)</template>`, 's'), '$1'),
    html,
  );

/** The dashboard's first request at a URL, spelt exactly as in `web/src/app/ask-early.ts`. */
const askAt = (path: string): string => {
  const slug = /^\/([\w-]{1,100})(\/|$)/.exec(path)?.[1];
  const url = slug === undefined ? '/api/auth/get-session' : `${startPath}?slug=${slug}`;
  return `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(url)}">`;
};
