/**
 * Sanitizes names chosen by users (of people, organizations, products, customers) for the subject and first lines of
 * mails: a name must not turn a mail that its author triggers to someone else into spam. Pure.
 */

/** Maximum length of a name, in characters. */
const most = 80;

/** Line breaks and controls become spaces; invisible characters (direction marks, soft hyphens) are removed. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu;
// Except the zero-width joiner and non-joiner: emoji and some scripts need them.
const unseen = /(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cs}]/gu;

/** `https://`, and `//` alone, with which mail programs also recognize URLs. */
const beginnings = /(?:[\p{L}\p{N}+-]{1,32}\s?[:：])?\s?[/／\\＼⁄∕]{2,}/gu;

/**
 * Dots between letters or digits, including those that browsers treat as dots. In front of one also emoji, of which
 * there are domains (`🍕.ws`), and joiners, which nobody sees.
 */
const dots = /(?<=[\u200d\u200c\p{L}\p{N}\p{M}\p{So}\p{Sk}_-])[.。．｡․]+(?=[\u200c\u200d]*[\p{L}\p{N}_-])/gu;
const number = /^\D?\d+(?:\.\d+){1,2}\D?$/u;

/**
 * Returns a name as one short line in which mail programs find no URL to link: `Acme.io` -> `Acme·io`,
 * `Visit https://evil.com` -> `Visit evil·com`. Numbers keep their dots. If nothing is left, returns `otherwise`.
 */
export const plainName = (name: string, otherwise: string): string => {
  const words = name
    .slice(0, 1_000)
    .replace(unseen, '')
    .replace(beginnings, ' ')
    .replace(breaks, ' ')
    .trim()
    .split(' ')
    .map((word) => (number.test(word) ? word : word.replace(dots, '·')));
  const characters = Array.from(words.join(' '));
  const short =
    characters.length > most
      ? `${characters
          .slice(0, most - 1)
          .join('')
          .trimEnd()}…`
      : characters.join('');
  return short === '' ? otherwise : short;
};
