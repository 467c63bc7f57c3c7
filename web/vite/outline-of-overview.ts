import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { figures } from '../src/features/overview/figures.ts';

const languages = ['en', 'de'];

/** The place in `index.html`. */
const place = '<template id="overview-outline"></template>';

/**
 * Puts the static texts of the overview into its outline, per language, each in an inert template: the gateway
 * unwraps one of them at the overview's address (`page-head.ts`).
 */
export const outlineOfOverview: Plugin = {
  name: 'outline-of-overview',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      if (!html.includes(place)) throw new Error('The page has no place for the outline of the overview');
      return html.replace(place, () => languages.map(outlineIn).join(''));
    },
  },
};

/** Title, placeholder of the period's choice, and a tile for each figure. */
export const outlineIn = (language: string): string => {
  const say = wordsOf(language);
  const tiles = figures.map(({ label }) => `<span>${say(label)}<s></s></span>`).join('');
  return `<template id="overview-outline-${language}"><section><header><b>${say('app:overview')}</b><u></u></header><p>${tiles}</p></section></template>`;
};

const wordsOf =
  (language: string) =>
  (key: string): string => {
    const [namespace = '', name = ''] = key.split(':');
    const file = new URL(`../src/locales/${language}/${namespace}.json`, import.meta.url);
    const words = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    const word = words[name];
    if (word === undefined || /[<>&]/.test(word)) throw new Error(`No plain text for ${key} in ${language}`);
    return word;
  };
