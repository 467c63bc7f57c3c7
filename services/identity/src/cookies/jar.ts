/** The cookies of one configuration: names, attributes and values (contracts/auth.md, section 4). */
import type { Logger } from '@tessera/kit/log';
import { signerOf } from '@tessera/kit/secrets';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { parseCookies, readCookie, readSigned, signValue } from '@tessera/proto/api/identity/cookie-header';
import { type CookieSpec, describeCookies, formatCookie } from '@tessera/proto/api/identity/cookies';
import type { IdentityOptions } from '../options.ts';
import { createUserFields } from '../user-fields/fields.ts';
import { type Cached, decodeCache, encodeCache } from './format.ts';

/** The cookies of a request, parsed and verified. */
export type RequestCookies = {
  /** The session token of a validly signed cookie. */
  token: string | null;
  isBrowserSession: boolean;
  cached: Cached;
  /** The multi-session cookies of the browser, token by cookie name; null: invalid signature. */
  devices: ReadonlyMap<string, string | null>;
  /** The administrator's session during an impersonation: `<token>:<value of dont_remember>`. */
  admin: string | null;
};

type Writing = {
  /** Whether the session ends when the browser is closed; default: as in the request's cookies. */
  isBrowserSession?: boolean;
  /** Lifetime of the session cookie in seconds; default: the session's whole lifetime. */
  maxAge?: number;
};

export type CookieJar = ReturnType<typeof createCookieJar>;

type JarParts = {
  options: IdentityOptions;
  publicUrl: string;
  /** Signs what the contract signs with the secret itself. */
  secret: string;
  /** Signs the cookie that binds a sign-in with a provider to a browser. */
  oauthKey: Buffer;
  now: () => Date;
  log: Logger;
};

/** Builds the cookies for these options. `now` decides the expiry of cache cookies. */
export const createCookieJar = (parts: JarParts) => {
  const faces = describeCookies(parts.options.advanced, parts.publicUrl);
  const { session_token, session_data, dont_remember } = faces;
  const signer = signerOf(parts.secret);
  const { expiresIn } = parts.options.session;
  const cache = createCacheCookie(parts, session_data);
  const devices = createDeviceCookies(parts, session_token);
  return {
    read: (header: string | undefined): RequestCookies => {
      const cookies = parseCookies(header);
      return {
        token: readSigned(cookies.get(session_token.name), signer),
        isBrowserSession: readSigned(cookies.get(dont_remember.name), signer) !== null,
        cached: cache.read(cookies.get(session_data.name)),
        devices: devices.read(cookies),
        admin: readSigned(cookies.get(faces.admin_session.name), signer),
      };
    },
    /**
     * Returns session cookie, "forget me" cookie, cache cookie and multi-session cookie of a session, in this order.
     */
    write: (record: SessionRecord, request: RequestCookies, writing: Writing = {}): string[] => {
      const isBrowserSession = writing.isBrowserSession ?? request.isBrowserSession;
      const { maxAge: _own, ...attributes } = session_token.attributes;
      const maxAge = writing.maxAge ?? (isBrowserSession ? undefined : expiresIn);
      return [
        formatCookie(session_token.name, signValue(record.session.token, signer), {
          ...attributes,
          ...(maxAge !== undefined && { maxAge }),
        }),
        ...(isBrowserSession
          ? [formatCookie(dont_remember.name, signValue('true', signer), dont_remember.attributes)]
          : []),
        ...cache.write(record),
        ...devices.write(record, request),
      ];
    },
    writeCache: cache.write,
    dropCache: cache.drop,
    /** Returns the three cookies, emptied. */
    clear: (): string[] => [session_token, session_data, dont_remember].map(emptied),
    /** Empties multi-session cookies, by the names that the browser sent. */
    dropDevices: devices.drop,
    /** Keeps the administrator's session during an impersonation. */
    writeAdmin: (token: string, isBrowserSession: boolean): string => {
      const { name, attributes } = faces.admin_session;
      const value = signValue(`${token}:${isBrowserSession ? 'true' : ''}`, signer);
      return formatCookie(name, value, { ...attributes, maxAge: expiresIn });
    },
    ...createOAuthCookie(parts, faces.oauth_state),
  };
};

const emptied = ({ name, attributes }: CookieSpec): string =>
  formatCookie(name, '', { ...attributes, maxAge: 0 });

const createCacheCookie = ({ options, secret, now, log }: JarParts, face: CookieSpec) => {
  const { user, session } = options;
  const shape = createUserFields(user.additionalFields, session.additionalFields).record;
  const format = { secret, shape };
  return {
    read: (value: string | undefined): Cached => decodeCache(format, value),
    write: (record: SessionRecord): string[] => {
      if (!session.cookieCache.enabled) return [];
      // Reads the clock once: value and signature must contain the same time.
      const maxAge = face.attributes.maxAge ?? session.cookieCache.maxAge;
      const value = encodeCache(format, record, now().getTime() + maxAge * 1000);
      if (value !== null) return [formatCookie(face.name, value, { ...face.attributes, maxAge })];
      // A user too large for a cookie (such as one with an inlined picture) gets no cache cookie; an old one is
      // removed.
      log.info({ userId: record.user.id }, 'session cache left out: the user does not fit into a cookie');
      return [emptied(face)];
    },
    /** The wording of the contract (section 4); browsers ignore a `__Secure-` cookie without the attribute. */
    drop: (): string => `${face.name}=; Max-Age=0${face.name.startsWith('__Secure-') ? '; Secure' : ''}`,
  };
};

/** The multi-session cookies of a browser. */
const createDeviceCookies = ({ options, secret }: JarParts, face: CookieSpec) => {
  const signer = signerOf(secret);
  const prefix = `${face.name}_multi-`;
  const isDevice = (name: string): boolean =>
    name.startsWith(prefix) && /^[a-z0-9]+$/i.test(name.slice(prefix.length));
  return {
    read: (cookies: ReadonlyMap<string, string>): RequestCookies['devices'] =>
      new Map(
        [...cookies]
          .filter(([name]) => isDevice(name))
          .map(([name, value]) => [name, readSigned(value, signer)]),
      ),
    /** Returns nothing if the account is already there or the maximum is reached. */
    write: ({ session }: SessionRecord, { devices }: RequestCookies): string[] => {
      const name = `${prefix}${session.token.toLowerCase()}`;
      if (devices.has(name) || devices.size + 1 >= options.multiSession.maximumSessions) return [];
      const attributes = { ...face.attributes, maxAge: options.session.expiresIn };
      return [formatCookie(name, signValue(session.token, signer), attributes)];
    },
    drop: (names: Iterable<string>): string[] =>
      [...names].filter(isDevice).map((name) => emptied({ ...face, name })),
  };
};

/** The cookie that binds a sign-in with a provider to the browser that started it. */
const createOAuthCookie = ({ secret, oauthKey }: JarParts, { name, attributes }: CookieSpec) => {
  const signer = signerOf(oauthKey);
  return {
    readOAuth: (header: string | undefined): string | null => {
      const signed = readCookie(header, name);
      // Older versions signed it with the secret itself; still accepted for flows that were in progress.
      return readSigned(signed, signer) ?? readSigned(signed, signerOf(secret));
    },
    writeOAuth: (browser: string, maxAge: number): string =>
      formatCookie(name, signValue(browser, signer), { ...attributes, maxAge }),
  };
};
