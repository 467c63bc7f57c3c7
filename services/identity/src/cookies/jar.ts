/** The cookies of one configuration: names, attributes and values (contracts/auth.md, section 4). */
import type { Logger } from '@tessera/kit/log';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { parseCookies, readCookie, readSigned, signValue } from '@tessera/proto/api/identity/cookie-header';
import { type CookieFace, describeCookies, formatCookie } from '@tessera/proto/api/identity/cookies';
import type { IdentityOptions } from '../options.ts';
import { createUserFields } from '../user-fields/fields.ts';
import { type Cached, decodeCache, encodeCache, signerOf } from './format.ts';

/** What the cookies of a request say. */
export type RequestCookies = {
  /** The session token of a validly signed cookie. */
  token: string | null;
  isBrowserSession: boolean;
  cached: Cached;
  /** Cookies of the accounts that this browser switches between: name -> token, null when wrongly signed. */
  devices: ReadonlyMap<string, string | null>;
  /** What an impersonation keeps of the administrator: `<token>:<content of dont_remember>`. */
  admin: string | null;
};

type Writing = {
  /** Whether the browser should forget the session when it is closed; absent: as the request's cookies say. */
  isBrowserSession?: boolean;
  /** Seconds that the session cookie lives; absent: the session's whole life. */
  maxAge?: number;
};

export type CookieJar = ReturnType<typeof createCookieJar>;

type JarParts = {
  options: IdentityOptions;
  publicUrl: string;
  /** Signs what the contract signs with the secret itself. */
  secret: string;
  /** Signs the name of a browser that signs in elsewhere. */
  oauthKey: Buffer;
  now: () => Date;
  log: Logger;
};

/** Builds the cookies for these options. `now` decides how long a cache cookie is good. */
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
    /** Session cookie, "forget me" cookie, cache cookie and account cookie of a session, in this order. */
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
    /** The three cookies, emptied. */
    clear: (): string[] => [session_token, session_data, dont_remember].map(emptied),
    /** Empties account cookies of the request, by the names under which the browser knows them. */
    dropDevices: devices.drop,
    /** Keeps an administrator's session at hand while they are someone else. */
    writeAdmin: (token: string, isBrowserSession: boolean): string => {
      const { name, attributes } = faces.admin_session;
      const value = signValue(`${token}:${isBrowserSession ? 'true' : ''}`, signer);
      return formatCookie(name, value, { ...attributes, maxAge: expiresIn });
    },
    ...createOAuthCookie(parts, faces.oauth_state),
  };
};

const emptied = ({ name, attributes }: CookieFace): string =>
  formatCookie(name, '', { ...attributes, maxAge: 0 });

const createCacheCookie = ({ options, secret, now, log }: JarParts, face: CookieFace) => {
  const { user, session } = options;
  const shape = createUserFields(user.additionalFields, session.additionalFields).record;
  const format = { secret, shape };
  return {
    read: (value: string | undefined): Cached => decodeCache(format, value),
    write: (record: SessionRecord): string[] => {
      if (!session.cookieCache.enabled) return [];
      // One reading of the clock: value and signature must name the same moment.
      const maxAge = face.attributes.maxAge ?? session.cookieCache.maxAge;
      const value = encodeCache(format, record, now().getTime() + maxAge * 1000);
      if (value !== null) return [formatCookie(face.name, value, { ...face.attributes, maxAge })];
      // A user whose data does not fit (a picture inlined as text) goes without the cache, but never with an old one.
      log.info({ userId: record.user.id }, 'session cache left out: the user does not fit into a cookie');
      return [emptied(face)];
    },
    /** As the contract words it (section 4); browsers take nothing for a `__Secure-` name without the attribute. */
    drop: (): string => `${face.name}=; Max-Age=0${face.name.startsWith('__Secure-') ? '; Secure' : ''}`,
  };
};

/** The cookies that keep the accounts of a browser at hand. */
const createDeviceCookies = ({ options, secret }: JarParts, face: CookieFace) => {
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
    /** Nothing when the account is there, or there are enough. */
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

/** The cookie that names a browser which has started to sign in elsewhere. */
const createOAuthCookie = ({ secret, oauthKey }: JarParts, { name, attributes }: CookieFace) => {
  const signer = signerOf(oauthKey);
  return {
    readOAuth: (header: string | undefined): string | null => {
      const signed = readCookie(header, name);
      // Signed by the secret before it had a key of its own: good for whoever was on the way then.
      return readSigned(signed, signer) ?? readSigned(signed, signerOf(secret));
    },
    writeOAuth: (browser: string, maxAge: number): string =>
      formatCookie(name, signValue(browser, signer), { ...attributes, maxAge }),
  };
};
