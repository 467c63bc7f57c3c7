/** Caches rendered Markdown of sellers' texts, because rendering dominates the time to show a checkout. */
import { renderInlineMarkdown, renderMarkdown } from '@tessera/proto/api/markdown';
import { LRUCache } from 'lru-cache';

/** Maximum characters (texts plus HTML) per cache. */
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

/** Renders a product's description. */
export const renderDescription = kept(renderMarkdown);

/** Renders a custom field's label. */
export const renderLabel = kept(renderInlineMarkdown);
