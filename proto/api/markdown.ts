/** Texts of sellers, written in Markdown, as HTML that any page may show: the same at the checkout and in previews. */
import { micromark } from 'micromark';

/** HTML that the text holds is shown as text; pictures are left out, since their hosts would see every buyer. */
const extension = {
  disable: { null: ['htmlFlow', 'htmlText', 'labelStartImage', 'definition', 'setextUnderline'] },
};

/** Words beside an input are a line of text: nothing in them begins a list, a heading or a block of code. */
const inlineExtension = {
  disable: {
    null: [
      ...extension.disable.null,
      ...['blockQuote', 'codeFenced', 'codeIndented', 'headingAtx', 'list', 'thematicBreak'],
    ],
  },
};

/** What the renderer looks twice at: for most of these it goes back over all that came before. */
const marks = /[\\`*_[\]<>!&\r\n]|(?:[-+]|\d[.)])(?=\s)/g;
/** Beyond, a text stays as it was typed: rendering it would take seconds, in which billing serves no buyer. */
const mostMarks = 1_000;
/** Of words beside an input, which are a line or two, and as many as a form has fields. */
const mostInlineMarks = 100;

const hasMoreMarks = (text: string, most: number): boolean => (text.match(marks)?.length ?? 0) > most;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The paragraphs of a text as it was typed. */
const plainParagraphs = (text: string): string[] =>
  text
    .trim()
    .replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter)
    .split(/(?:\r?\n){2,}/);

/**
 * Safe HTML of a Markdown text: nothing that a seller writes becomes a tag or an attribute of its own, and links lead to
 * http, https and mail addresses only. Headings begin at the third level, below those of the page.
 */
export const renderMarkdown = (text: string): string =>
  hasMoreMarks(text, mostMarks)
    ? `<p>${plainParagraphs(text).join('</p>\n<p>')}</p>`
    : withSafeLinks(
        micromark(text, { extensions: [extension] })
          // What was typed has been escaped: these tags are the renderer's.
          .replaceAll(
            /<(\/?)h([1-6])>/g,
            (_, end: string, level: string) => `<${end}h${Math.min(Number(level) + 2, 6)}>`,
          )
          // A fence may name a language: nobody colours it here, and it would be an attribute of the seller's.
          .replaceAll(/<code class="[^"]*">/g, '<code>'),
      );

/** The same of a label or a hint: emphasis, code and links within a line; paragraphs become lines. */
export const renderInlineMarkdown = (text: string): string =>
  hasMoreMarks(text, mostInlineMarks)
    ? plainParagraphs(text).join('<br />')
    : withSafeLinks(micromark(text, { extensions: [inlineExtension] }))
        .replaceAll(/<\/p>\s*<p>/g, '<br />')
        .replaceAll(/<\/?p>/g, '')
        .trim();

const withSafeLinks = (html: string): string =>
  html
    .replaceAll('<a href="', '<a target="_blank" rel="noopener noreferrer nofollow" href="')
    .replaceAll(/ href="(?!https?:|mailto:)[^"]*"/g, '');
