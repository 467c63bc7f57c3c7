/** In page tests a class is called what the style sheet calls it. */
const classNames: Record<string, string> = new Proxy({}, { get: (_, name) => String(name) });

// oxlint-disable-next-line import/no-default-export -- what a style sheet's module exports
export default classNames;
