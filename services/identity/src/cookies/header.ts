/** The cookie header of a request. */

/** Cookies of a request by name, percent-decoded and without surrounding quotes; of two with one name the first wins. */
export const parseCookies = (header: string | undefined): Map<string, string> => {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at < 1) continue;
    const name = pair.slice(0, at).trim();
    if (!cookies.has(name)) cookies.set(name, decode(unquote(pair.slice(at + 1).trim())));
  }
  return cookies;
};

const unquote = (value: string): string => (/^".*"$/s.test(value) ? value.slice(1, -1) : value);

const decode = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};
