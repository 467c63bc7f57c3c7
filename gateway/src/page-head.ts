import { escapeHtml } from '@tessera/kit/escape-html';
import { rawCookie } from '@tessera/proto/api/identity/cookie-header';
import { languageCookie } from '@tessera/proto/api/language-cookie';
import { acceptedLanguages } from '@tessera/proto/api/languages';
import { schemeCookie } from '@tessera/proto/api/scheme-cookie';
import type { Request } from 'express';
import { startPath } from './start.ts';

/** Adds to the head of a page; a page without one has it first. Nothing stands before the doctype, or old browsers' rules apply. */
export const intoHead = (html: string, added: string): string =>
  /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + added) : added + html;

/** First parts of paths at which no organization is: their pages have other frames. */
const others =
  /^\/(account|admin|accept-invitation|check-your-inbox|dev|email-verified|forgot-password|oauth2|organizations|portal|reset-password|sign-in|sign-up)(\/|$)/;

/**
 * A page with what can be drawn before its script runs: the appearance that was chosen in this browser, and, for whoever
 * seems to be signed in, the outline of an organization's pages. The files that its script will load, and what it will ask
 * for anyway, are asked for at once. Nothing is proven here: it shows nothing of anybody.
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

/** Adds to the head of a page behind its letters: what is drawn first waits for these, and for nothing else. */
const afterLetters = (html: string, added: string): string => {
  const letters = /<link rel="preload" as="font"[^>]*>/;
  return letters.test(html) ? html.replace(letters, (link) => link + added) : intoHead(html, added);
};

/** The outline needs no script: it is drawn, with its letters, before the scripts take the line for themselves. */
const afterOutline = (html: string): string =>
  html.replace(/<(?=script type="module"|link rel="modulepreload")\w+/g, '$& fetchpriority="low"');

/** As the application reads it (`web/src/main.ts`). */
const signIn = /^\/sign-in\/*$/;

/** An organization's first page: the words in its outline are the largest that it begins with. */
const overview = /^\/[\w-]{1,100}\/?$/;

/** Those in which the dashboard is written; the first is for whoever speaks none of them. */
const languages = ['en', 'de'] as const;
type Language = (typeof languages)[number];

/** As the page itself chooses (`web/src/i18n/languages.ts`): what was chosen in this browser, then what it accepts. */
const languageOf = (chosen: string | undefined, accepted: string | undefined): Language => {
  for (const tag of [...(chosen === undefined ? [] : [chosen]), ...acceptedLanguages(accepted)]) {
    const found = languages.find((language) => language === tag.toLowerCase().split('-')[0]);
    if (found) return found;
  }
  return languages[0];
};

/** The files that a part of the application begins with, and its words. */
const withFiles = (html: string, part: 'dashboard' | 'sign-in', language: Language): string =>
  opened(html, [`${part}-files`, `${part}-words-${language}`]);

/** Opens templates in which the build names or says something: what is in them is neither fetched nor shown before. */
const opened = (html: string, templates: readonly string[]): string =>
  templates.reduce(
    (page, id) => page.replace(new RegExp(`<template id="${id}">(.*?)</template>`, 's'), '$1'),
    html,
  );

/** What the dashboard asks first at an address (`web/src/app/ask-early.ts`), as it spells it. */
const askAt = (path: string): string => {
  const slug = /^\/([\w-]{1,100})(\/|$)/.exec(path)?.[1];
  const url = slug === undefined ? '/api/auth/get-session' : `${startPath}?slug=${slug}`;
  return `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(url)}">`;
};
