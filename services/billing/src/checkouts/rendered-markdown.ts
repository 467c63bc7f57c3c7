/** Sellers' words as HTML, kept: whoever looks at a checkout sees the same, and rendering takes longer than all the rest. */
import { renderInlineMarkdown, renderMarkdown } from '@tessera/proto/api/markdown';
import { LRUCache } from 'lru-cache';

/** Characters of texts and their HTML, of each kind. */
const maxKept = 2_000_000;

const kept = (render: (text: string) => string): ((text: string) => string) => {
  const known = new LRUCache<string, string>({
    maxSize: maxKept,
    sizeCalculation: (html, text) => html.length + text.length + 1,
  });
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const html = render(text);
    known.set(text, html);
    return html;
  };
};

/** Of a product. */
export const renderDescription = kept(renderMarkdown);

/** Of what is asked at the checkout. */
export const renderLabel = kept(renderInlineMarkdown);
