/** Which origins and redirect targets are trusted (contracts/auth.md, section 6). Pure. */

/** The path of a relative target: no second slash at the start, nothing that a browser could take for a host. */
const relative = /^\/(?!\/|\\|%2f|%5c)[\w\-.+/@]*(?:\?[\w\-.+/=&%@]*)?$/i;

/** Whether a request from this origin (or referer), or a redirect to this absolute URL, is trusted. */
export const isTrustedUrl = (patterns: readonly string[], text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && patterns.some((pattern) => matches(pattern, url, text));
};

/** Whether a caller may be sent here: a trusted URL or a plain relative path. */
export const isTrustedTarget = (patterns: readonly string[], text: string): boolean =>
  relative.test(text) || isTrustedUrl(patterns, text);

const matches = (pattern: string, url: URL, text: string): boolean => {
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  // Only web addresses have a host that means anything: `javascript://a.example.com/` must not match `*.example.com`.
  if (/[*?]/.test(pattern)) return isWeb && globOf(pattern).test(url.host);
  return isWeb ? url.origin === pattern : text.startsWith(pattern);
};

const globOf = (pattern: string): RegExp => {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
  return new RegExp(`^${source}$`);
};
