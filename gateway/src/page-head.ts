/** Adds to the head of a page; a page without one has it first. Nothing stands before the doctype, or old browsers' rules apply. */
export const intoHead = (html: string, added: string): string =>
  /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + added) : added + html;
