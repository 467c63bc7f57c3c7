/** Pages for buyers: in the requested language, with its texts preloaded before the script runs. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '@tessera/kit/text/escape-html';
import { acceptedLanguages, type Language, languageOf } from '@tessera/proto/api/languages';
import type { Request } from 'express';
import { intoHead } from './page-head.ts';

type Wanted = {
  page: 'checkout' | 'portal';
  language: Language;
  /** Additional elements of the head. */
  heads: readonly string[];
};

/** Returns the built page in a language. */
export const buyersPage = async (root: string, { page, language, heads }: Wanted): Promise<string> => {
  const [html, words] = await Promise.all([
    readFile(join(root, `${page}.html`), 'utf8'),
    findWords(root, page, language),
  ]);
  const preloads = words.map((file) => `<link rel="modulepreload" crossorigin href="/${escapeHtml(file)}">`);
  const spoken = html.replace(/<html lang="en"/, `<html lang="${language}"`);
  return intoHead(spoken, [...heads, ...preloads].join(''));
};

/** The language of the URL (`?locale=`), else of the browser. */
export const languageFor = ({ query, headers }: Request): Language => {
  const asked = query['locale'];
  return languageOf([
    typeof asked === 'string' ? asked : null,
    ...acceptedLanguages(headers['accept-language']),
  ]);
};

/**
 * Returns the files with the texts of a language (common to all buyer pages, and of this page), from the build's
 * manifest.
 */
const findWords = async (root: string, page: string, language: Language): Promise<string[]> => {
  const list = await readFile(join(root, '.vite', 'buyers.json'), 'utf8').catch(() => null);
  if (list === null) return [];
  const files = JSON.parse(list) as Record<string, { file: string } | undefined>;
  return ['buyers', page].flatMap((part) => files[`src/${part}/locales/${language}.json`]?.file ?? []);
};
