/** The cookies of one configuration: names, attributes and values (contracts/auth.md, section 4). */
import type { Logger } from '@tessera/kit/log';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { parseCookies, readCookie, readSigned, signValue } from '@tessera/proto/api/identity/cookie-header';
import { describeCookies, formatCookie } from '@tessera/proto/api/identity/cookies';
import type { IdentityOptions } from '../options.ts';
import { createUserFields } from '../user-fields/fields.ts';
import { type Cached, decodeCache, encodeCache, signerOf } from './format.ts';

/** What the cookies of a request say. */
export type RequestCookies = {
  /** The session token of a validly signed cookie. */
  token: string | null;
  isForgotten: boolean;
  cached: Cached;
  /** Cookies of the accounts that this browser switches between: name -> token, null when wrongly signed. */
  devices: ReadonlyMap<string, string | null>;
  /** What an impersonation keeps of the administrator: `<token>:<content of dont_remember>`. */
  admin: string | null;
};

type Writing = {
  /** Whether the browser should forget the session when it is closed; absent: as the request's cookies say. */
  isForgotten?: boolean;
  /** Seconds that the session cookie lives; absent: the session's whole life. */
  maxAge?: number;
};

export type CookieJar = ReturnType<typeof createCookieJar>;

/** Builds the cookies for these options. `now` decides how long a cache cookie is good. */
export const createCookieJar = (parts: {
  options: IdentityOptions;
  publicUrl: string;
  /** Signs what the contract signs with the secret itself. */
  secret: string;
  /** Signs the name of a browser that signs in elsewhere. */
  oauthKey: Buffer;
  now: () => Date;
  log: Logger;
}) => {
  const { now } = parts;
  const signer = signerOf(parts.secret);
  const oauthSigner = signerOf(parts.oauthKey);
  const { user, session } = parts.options;
  const format = {
    secret: parts.secret,
    shape: createUserFields(user.additionalFields, session.additionalFields).record,
  };
  const { expiresIn, cookieCache } = parts.options.session;
  const all = describeCookies(parts.options.advanced, parts.publicUrl);
  const { session_token, session_data, dont_remember, oauth_state } = all;
  const adminSession = all.admin_session;
  const { maximumSessions } = parts.options.multiSession;
  const devicePrefix = `${session_token.name}_multi-`;
  const isDevice = (name: string): boolean =>
    name.startsWith(devicePrefix) && /^[a-z0-9]+$/i.test(name.slice(devicePrefix.length));
  /** As the contract words it (section 4); browsers take nothing for a `__Secure-` name without the attribute. */
  const dropCache = () =>
    `${session_data.name}=; Max-Age=0${session_data.name.startsWith('__Secure-') ? '; Secure' : ''}`;

  const writeCache = (record: SessionRecord): string[] => {
    if (!cookieCache.enabled) return [];
    // One reading of the clock: value and signature must name the same moment.
    const maxAge = session_data.attributes.maxAge ?? cookieCache.maxAge;
    const value = encodeCache(format, record, now().getTime() + maxAge * 1000);
    // A user whose data does not fit (a picture inlined as text) goes without the cache, but never with an old one.
    if (value === null) {
      parts.log.info(
        { userId: record.user.id },
        'session cache left out: the user does not fit into a cookie',
      );
      return [formatCookie(session_data.name, '', { ...session_data.attributes, maxAge: 0 })];
    }
    return [formatCookie(session_data.name, value, { ...session_data.attributes, maxAge })];
  };

  /** The cookie that keeps an account of this browser at hand, unless it is there or there are enough. */
  const writeDevice = ({ session }: SessionRecord, { devices }: RequestCookies): string[] => {
    const name = `${devicePrefix}${session.token.toLowerCase()}`;
    if (devices.has(name) || devices.size + 1 >= maximumSessions) return [];
    const attributes = { ...session_token.attributes, maxAge: expiresIn };
    return [formatCookie(name, signValue(session.token, signer), attributes)];
  };

  return {
    read: (header: string | undefined): RequestCookies => {
      const cookies = parseCookies(header);
      return {
        token: readSigned(cookies.get(session_token.name), signer),
        isForgotten: readSigned(cookies.get(dont_remember.name), signer) !== null,
        cached: decodeCache(format, cookies.get(session_data.name)),
        devices: new Map(
          [...cookies]
            .filter(([name]) => isDevice(name))
            .map(([name, value]) => [name, readSigned(value, signer)]),
        ),
        admin: readSigned(cookies.get(adminSession.name), signer),
      };
    },
    /** Session cookie, "forget me" cookie, cache cookie and account cookie of a session, in this order. */
    write: (record: SessionRecord, request: RequestCookies, writing: Writing = {}): string[] => {
      const isForgotten = writing.isForgotten ?? request.isForgotten;
      const { maxAge: _own, ...attributes } = session_token.attributes;
      const maxAge = writing.maxAge ?? (isForgotten ? undefined : expiresIn);
      return [
        formatCookie(session_token.name, signValue(record.session.token, signer), {
          ...attributes,
          ...(maxAge !== undefined && { maxAge }),
        }),
        ...(isForgotten
          ? [formatCookie(dont_remember.name, signValue('true', signer), dont_remember.attributes)]
          : []),
        ...writeCache(record),
        ...writeDevice(record, request),
      ];
    },
    writeCache,
    dropCache,
    /** What names a browser that has started to sign in elsewhere. */
    readOAuth: (header: string | undefined): string | null => {
      const signed = readCookie(header, oauth_state.name);
      // Signed by the secret before it had a key of its own: good for whoever was on the way then.
      return readSigned(signed, oauthSigner) ?? readSigned(signed, signer);
    },
    writeOAuth: (browser: string, maxAge: number): string =>
      formatCookie(oauth_state.name, signValue(browser, oauthSigner), {
        ...oauth_state.attributes,
        maxAge,
      }),
    /** The three cookies, emptied. */
    clear: (): string[] =>
      [session_token, session_data, dont_remember].map(({ name, attributes }) =>
        formatCookie(name, '', { ...attributes, maxAge: 0 }),
      ),
    /** Keeps an administrator's session at hand while they are someone else. */
    writeAdmin: (token: string, isForgotten: boolean): string =>
      formatCookie(adminSession.name, signValue(`${token}:${isForgotten ? 'true' : ''}`, signer), {
        ...adminSession.attributes,
        maxAge: expiresIn,
      }),
    /** Empties account cookies of the request, by the names under which the browser knows them. */
    dropDevices: (names: Iterable<string>): string[] =>
      [...names]
        .filter(isDevice)
        .map((name) => formatCookie(name, '', { ...session_token.attributes, maxAge: 0 })),
    names: {
      sessionToken: session_token.name,
      sessionData: session_data.name,
      dontRemember: dont_remember.name,
    },
  };
};
