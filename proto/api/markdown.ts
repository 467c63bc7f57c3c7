/** Renders sellers' Markdown as sanitised HTML, for checkouts and previews alike. */
import { micromark } from 'micromark';

/** HTML in the text is escaped. Images are disabled, because their hosts could track every visitor. */
const extension = {
  disable: { null: ['htmlFlow', 'htmlText', 'labelStartImage', 'definition', 'setextUnderline'] },
};

/** Form labels are inline text: lists, headings and code blocks are disabled. */
const inlineExtension = {
  disable: {
    null: [
      ...extension.disable.null,
      ...['blockQuote', 'codeFenced', 'codeIndented', 'headingAtx', 'list', 'thematicBreak'],
    ],
  },
};

/** Characters of Markdown syntax; for most of them, the parser's time is quadratic. */
const marks = /[\\`*_[\]<>!&\r\n]|(?:[-+]|\d[.)])(?=\s)/g;
/** Texts with more are shown unrendered: rendering them would block the event loop for seconds. */
const maxMarks = 1_000;
/** For form labels, which are short, but of which a form may have many. */
const maxInlineMarks = 100;

const hasMoreMarks = (text: string, most: number): boolean => (text.match(marks)?.length ?? 0) > most;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Splits a text into paragraphs, escaped and unrendered. */
const plainParagraphs = (text: string): string[] =>
  text
    .trim()
    .replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter)
    .split(/(?:\r?\n){2,}/);

/**
 * Renders Markdown as sanitised HTML: sellers cannot add tags or attributes, and links lead to http, https and mailto
 * URLs only. Headings start at the third level, below those of the page.
 */
export const renderMarkdown = (text: string): string =>
  hasMoreMarks(text, maxMarks)
    ? `<p>${plainParagraphs(text).join('</p>\n<p>')}</p>`
    : withSafeLinks(
        micromark(text, { extensions: [extension] })
          // The input has been escaped, so that these tags come from the renderer.
          .replaceAll(
            /<(\/?)h([1-6])>/g,
            (_, end: string, level: string) => `<${end}h${Math.min(Number(level) + 2, 6)}>`,
          )
          // A code fence may name a language, which would become an attribute with the seller's text.
          .replaceAll(/<code class="[^"]*">/g, '<code>'),
      );

/** Renders a label or help text inline: emphasis, code and links; paragraphs become lines. */
export const renderInlineMarkdown = (text: string): string =>
  hasMoreMarks(text, maxInlineMarks)
    ? plainParagraphs(text).join('<br />')
    : withSafeLinks(micromark(text, { extensions: [inlineExtension] }))
        .replaceAll(/<\/p>\s*<p>/g, '<br />')
        .replaceAll(/<\/?p>/g, '')
        .trim();

const withSafeLinks = (html: string): string =>
  html
    .replaceAll('<a href="', '<a target="_blank" rel="noopener noreferrer nofollow" href="')
    .replaceAll(/ href="(?!https?:|mailto:)[^"]*"/g, '');
