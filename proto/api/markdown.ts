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

/**
 * Safe HTML of a Markdown text: nothing that a seller writes becomes a tag or an attribute of its own, and links lead to
 * http, https and mail addresses only. Headings begin at the third level, below those of the page.
 */
export const renderMarkdown = (text: string): string =>
  withSafeLinks(
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
  withSafeLinks(micromark(text, { extensions: [inlineExtension] }))
    .replaceAll(/<\/p>\s*<p>/g, '<br />')
    .replaceAll(/<\/?p>/g, '')
    .trim();

const withSafeLinks = (html: string): string =>
  html
    .replaceAll('<a href="', '<a target="_blank" rel="noopener noreferrer nofollow" href="')
    .replaceAll(/ href="(?!https?:|mailto:)[^"]*"/g, '');
