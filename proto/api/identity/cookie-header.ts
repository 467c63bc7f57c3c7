/**
 * Parses request cookies and verifies signed values (contracts/auth.md, section 3). Used by the gateway and identity,
 * so that both read the same session. Pure: the signer is a parameter.
 */

/**
 * Returns the value of the first cookie of this name, percent-decoded and without surrounding quotes; undefined if
 * there is none. Malformed encoding is returned unchanged.
 */
export const readCookie = (header: string | undefined, name: string): string | undefined => {
  const raw = rawCookie(header, name);
  return raw === undefined ? undefined : decodeCookie(raw);
};

/** The same before `decodeCookie`, for callers that cache decoded values. */
export const rawCookie = (header: string | undefined, name: string): string | undefined => {
  if (header === undefined) return undefined;
  for (let at = 0; at < header.length; ) {
    const end = endOf(header, at);
    const equals = header.indexOf('=', at);
    if (equals > at && equals < end && isName(header, name, { at, equals }))
      return valueOf(header, equals, end);
    at = end + 1;
  }
  return undefined;
};

/** Parses all cookies of a request by name; values as in `readCookie`. */
export const parseCookies = (header: string | undefined): Map<string, string> => {
  const cookies = new Map<string, string>();
  if (header === undefined) return cookies;
  for (let at = 0; at < header.length; ) {
    const end = endOf(header, at);
    const equals = header.indexOf('=', at);
    const name = equals > at && equals < end ? header.slice(at, equals).trim() : '';
    if (name !== '' && !cookies.has(name)) cookies.set(name, decodeCookie(valueOf(header, equals, end)));
    at = end + 1;
  }
  return cookies;
};

const endOf = (header: string, at: number): number => {
  const end = header.indexOf(';', at);
  return end === -1 ? header.length : end;
};

/** Checks the length first: names of other cookies are not cut out of the header. */
const isName = (header: string, name: string, { at, equals }: { at: number; equals: number }): boolean =>
  equals - at >= name.length && header.slice(at, equals).trim() === name;

const valueOf = (header: string, equals: number, end: number): string => {
  const value = header.slice(equals + 1, end).trim();
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  return isQuoted ? value.slice(1, -1) : value;
};

export const decodeCookie = (value: string): string => {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

/** Signs a text (HMAC-SHA-256 as standard base64), and compares two texts in constant time. */
export type Signer = { sign: (text: string) => string; isSame: (left: string, right: string) => boolean };

const signatureLength = 44;

/** `token` -> `token.signature`, before percent-encoding. */
export const signValue = (value: string, { sign }: Pick<Signer, 'sign'>): string => `${value}.${sign(value)}`;

/**
 * Returns the value of a signed cookie that `readCookie` returned. Null if absent, malformed or with a wrong
 * signature.
 */
export const readSigned = (signed: string | undefined, { sign, isSame }: Signer): string | null => {
  if (signed === undefined) return null;
  const dot = signed.lastIndexOf('.');
  const signature = signed.slice(dot + 1);
  if (dot < 1 || signature.length !== signatureLength || !signature.endsWith('=')) return null;
  const value = signed.slice(0, dot);
  return isSame(sign(value), signature) ? value : null;
};
