/**
 * Names that strangers chose (of people, organizations, products, customers) where a mail begins: in its subject and
 * first lines. Whoever has a mail sent to somebody else chooses that name, and must not write the mail with it. Pure.
 */

/** Longest name that is written out, in characters. */
const most = 80;

/** Line breaks and controls separate words; what cannot be seen at all (marks of direction, soft hyphens) goes. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu;
// The two joiners stay: emoji and some scripts are spelt with them.
const unseen = /(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cs}]/gu;

/** `https://`, and two slashes by themselves, which programs also begin an address with. */
const beginnings = /(?:[\p{L}\p{N}+-]{1,32}\s?[:：])?\s?[/／\\＼⁄∕]{2,}/gu;

/** Dots between letters or digits, also those that browsers take for one. */
const dots = /(?<=[\p{L}\p{N}\p{M}_-])[.。．｡․]+(?=[\p{L}\p{N}_-])/gu;
const number = /^\D?\d+(?:\.\d+){1,2}\D?$/u;

/**
 * A name as one short line in which no mail program finds an address to make a link of: `Visit https://evil.com` ->
 * `Visit evil·com`, and `Acme.io` -> `Acme·io`. Numbers keep their dots. `otherwise` stands for a name of which nothing
 * is left.
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
