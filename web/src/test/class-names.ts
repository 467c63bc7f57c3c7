/** CSS modules in page tests: each class name maps to itself. */
const classNames: Record<string, string> = new Proxy({}, { get: (_, name) => String(name) });

// oxlint-disable-next-line import/no-default-export -- what a style sheet's module exports
export default classNames;
