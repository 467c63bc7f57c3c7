import { rawCookie } from '@tessera/proto/api/identity/cookie-header';
import { schemeCookie } from '@tessera/proto/api/scheme-cookie';
import type { Request } from 'express';

/** Adds to the head of a page; a page without one has it first. Nothing stands before the doctype, or old browsers' rules apply. */
export const intoHead = (html: string, added: string): string =>
  /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + added) : added + html;

/** First parts of paths at which no organization is: their pages have other frames. */
const others =
  /^\/(account|admin|accept-invitation|check-your-inbox|dev|email-verified|forgot-password|organizations|portal|reset-password|sign-in|sign-up)(\/|$)/;

/**
 * A page with what can be drawn before its script runs: the appearance that was chosen in this browser, and the outline
 * of an organization's pages, with the files they begin with, for whoever seems to be signed in. Nothing is proven here: it shows nothing of anybody.
 */
export const drawn = (
  html: string,
  { path, headers: { cookie } }: Pick<Request, 'path' | 'headers'>,
  sessionCookie: string,
): string => {
  const scheme = rawCookie(cookie, schemeCookie);
  const isOutlined = rawCookie(cookie, sessionCookie) !== undefined && !others.test(path);
  const colored =
    scheme === 'light' || scheme === 'dark'
      ? html.replace('<html', `<html data-mantine-color-scheme="${scheme}"`)
      : html;
  if (path === signIn) return withFiles(colored, 'sign-in-files');
  return isOutlined
    ? withFiles(
        colored.replace(
          '<div id="outline" aria-hidden="true" hidden>',
          '<div id="outline" aria-hidden="true">',
        ),
        'dashboard-files',
      )
    : colored;
};

const signIn = '/sign-in';

/** Opens what the build names where nothing is fetched: the files that a part of the application begins with. */
const withFiles = (html: string, part: 'dashboard-files' | 'sign-in-files'): string =>
  html.replace(new RegExp(`<template id="${part}">(.*?)</template>`, 's'), '$1');
