import { createHmac } from 'node:crypto';
import { createLogger } from '@tessera/kit/log';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { getSessionCookie } from 'better-auth/cookies';
import { deriveKeys } from '../keys.ts';
import { IdentityOptions } from '../options.ts';
import { createCookieJar } from './jar.ts';

const secret = 'a secret for tests, longer than thirty-two characters';
const now = new Date('2026-01-15T12:00:00.000Z');
const token = 'AbCdEfGhIjKlMnOpQrStUvWxYz012345';

const jarOf = (options: object = {}, publicUrl = 'http://localhost:3000') =>
  createCookieJar({
    options: IdentityOptions.parse(options),
    publicUrl,
    secret,
    oauthKey: deriveKeys(secret).oauthState,
    now: () => now,
    log: createLogger({ service: 'identity', level: 'silent' }),
  });

const record: SessionRecord = {
  session: {
    id: 'session-1',
    token,
    userId: 'user-1',
    expiresAt: new Date('2026-01-22T12:00:00.000Z'),
    createdAt: now,
    updatedAt: now,
    ipAddress: '',
    userAgent: '',
    activeOrganizationId: null,
    impersonatedBy: null,
  },
  user: {
    id: 'user-1',
    name: 'Ada',
    email: 'ada@example.com',
    emailVerified: false,
    image: null,
    createdAt: now,
    updatedAt: now,
    username: null,
    displayUsername: null,
    role: 'user',
    banned: null,
    banReason: null,
    banExpires: null,
  },
};

const signed = (value: string) =>
  encodeURIComponent(`${value}.${createHmac('sha256', secret).update(value).digest('base64')}`);

const cacheOf = (maxAge: number) => {
  const session = { session: record.session, user: record.user };
  const expiresAt = now.getTime() + maxAge * 1000;
  const signature = createHmac('sha256', secret)
    .update(JSON.stringify({ ...session, expiresAt }))
    .digest('base64url');
  return Buffer.from(JSON.stringify({ session, expiresAt, signature })).toString('base64url');
};

const nothing = jarOf().read(undefined);

describe('the name of a browser that signs in elsewhere', () => {
  const [, written = ''] = /^tessera\.oauth_state=([^;]+)/.exec(jarOf().writeOAuth('browser', 600)) ?? [];

  it('is signed by a key of its own, which signs nobody in', () => {
    expect(written).not.toBe(signed('browser'));
    expect(jarOf().readOAuth(`tessera.oauth_state=${written}`)).toBe('browser');
    expect(jarOf().read(`tessera.session_token=${written}`).token).toBeNull();
  });

  it('is known also by the signature that it had before', () =>
    expect(jarOf().readOAuth(`tessera.oauth_state=${signed('browser')}`)).toBe('browser'));
});

describe('write', () => {
  it('writes session and cache cookie, byte for byte', () =>
    expect(jarOf().write(record, nothing)).toEqual([
      `tessera.session_token=${signed(token)}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`,
      `tessera.session_data=${cacheOf(60)}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax`,
      `tessera.session_token_multi-${token.toLowerCase()}=${signed(token)}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`,
    ]));

  it('writes cookies that end with the browser, and says so in a third one, when the session is forgotten', () =>
    expect(jarOf().write(record, nothing, { isBrowserSession: true })).toEqual([
      `tessera.session_token=${signed(token)}; Path=/; HttpOnly; SameSite=Lax`,
      `tessera.dont_remember=${signed('true')}; Path=/; HttpOnly; SameSite=Lax`,
      `tessera.session_data=${cacheOf(60)}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax`,
      `tessera.session_token_multi-${token.toLowerCase()}=${signed(token)}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`,
    ]));

  it('goes by the request when nobody says whether to remember', () => {
    const request = jarOf().read(`tessera.dont_remember=${signed('true')}`);
    expect(jarOf().write(record, request)[1]).toMatch(/^tessera\.dont_remember=/);
  });

  it('uses secure names and attributes behind https', () => {
    const [session] = jarOf({}, 'https://shop.example.com').write(record, nothing);
    expect(session).toBe(
      `__Secure-tessera.session_token=${signed(token)}; Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Lax`,
    );
  });

  it('follows the options: prefix, own names and attributes, the domain shared with others', () => {
    const options = {
      session: { expiresIn: 100, cookieCache: { enabled: false } },
      advanced: {
        useSecureCookies: true,
        cookiePrefix: 'shop',
        crossSubDomainCookies: { enabled: true },
        cookies: { dont_remember: { name: 'forget', attributes: { path: '/app' } } },
        defaultCookieAttributes: { sameSite: 'strict' },
      },
    };
    expect(jarOf(options, 'http://a.example.com').write(record, nothing, { isBrowserSession: true })).toEqual(
      [
        `__Secure-shop.session_token=${signed(token)}; Domain=a.example.com; Path=/; HttpOnly; Secure; SameSite=Strict`,
        `__Secure-forget=${signed('true')}; Domain=a.example.com; Path=/app; HttpOnly; Secure; SameSite=Strict`,
        `__Secure-shop.session_token_multi-${token.toLowerCase()}=${signed(token)}; Max-Age=100; Domain=a.example.com; Path=/; HttpOnly; Secure; SameSite=Strict`,
      ],
    );
  });

  it('drops the cache, instead of failing, when a user does not fit into a cookie', () => {
    const large = { ...record, user: { ...record.user, image: 'x'.repeat(5_000) } };
    expect(jarOf().write(large, nothing)[1]).toBe(
      'tessera.session_data=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    );
  });
});

describe('the cookies of several accounts', () => {
  const name = (number: number) => `tessera.session_token_multi-${'a'.repeat(31)}${number}`;
  const header = (numbers: number[]) => numbers.map((number) => `${name(number)}=${signed('t')}`).join('; ');
  const deviceOf = (request: string) =>
    jarOf()
      .write(record, jarOf().read(request))
      .find((line) => line.includes('_multi-'));

  it('are fewer than the limit, and none is written twice', () => {
    expect(deviceOf(header([1, 2, 3]))).toMatch(/_multi-abc/);
    expect(deviceOf(header([1, 2, 3, 4]))).toBeUndefined();
    expect(deviceOf(`tessera.session_token_multi-${token.toLowerCase()}=${signed(token)}`)).toBeUndefined();
  });

  it('are believed by their signature only (ASVS 7.2.1), and forgotten by the name they came with', () => {
    const { devices } = jarOf().read(
      `${name(1)}=t.${'A'.repeat(43)}=; ${name(2)}=${signed('t')}; ${name(3)}x!=1`,
    );
    expect([...devices]).toEqual([
      [name(1), null],
      [name(2), 't'],
    ]);
    const secure = jarOf({}, 'https://shop.example.com').dropDevices([
      '__Secure-tessera.session_token_multi-abc',
      'another',
      '__Secure-tessera.session_token_multi-a; Domain=evil.example.com',
    ]);
    expect(secure).toEqual([
      '__Secure-tessera.session_token_multi-abc=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    ]);
  });
});

describe('clear', () => {
  it('empties the three cookies with their attributes, in order', () =>
    expect(jarOf().clear()).toEqual([
      'tessera.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'tessera.session_data=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'tessera.dont_remember=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ]));
});

describe('read', () => {
  const read = (header: string) => jarOf().read(header);

  it('reads what was written', () => {
    const header = jarOf()
      .write(record, nothing, { isBrowserSession: true })
      .map((line) => line.split(';')[0])
      .join('; ');
    expect(read(header)).toEqual({
      token,
      isBrowserSession: true,
      cached: { kind: 'valid', record, expiresAt: now.getTime() + 60_000 },
      devices: new Map([[`tessera.session_token_multi-${token.toLowerCase()}`, token]]),
      admin: null,
    });
  });

  it('accepts quotes, and of two cookies the first', () =>
    expect(read(`tessera.session_token="${signed(token)}"; tessera.session_token=x`).token).toBe(token));

  it.each([
    ['no cookie', ''],
    [
      'another secret',
      `tessera.session_token=${token}.${createHmac('sha256', 'x').update(token).digest('base64')}`,
    ],
    ['no signature', `tessera.session_token=${token}`],
    ['a signature of nothing', `tessera.session_token=.${'A'.repeat(43)}=`],
    ['a broken percent code', `tessera.session_token=${signed(token)}%`],
    ['another name', `xtessera.session_token=${signed(token)}`],
  ])('finds no session with %s', (_what, header) => expect(read(header).token).toBeNull());

  it('tells a forged cache from an unreadable one', () => {
    const forged = JSON.parse(Buffer.from(cacheOf(60), 'base64url').toString());
    forged.session.user.role = 'admin';
    const value = Buffer.from(JSON.stringify(forged)).toString('base64url');
    expect(read(`tessera.session_data=${value}`).cached).toEqual({ kind: 'forged' });
    expect(read('tessera.session_data=nonsense').cached).toEqual({ kind: 'none' });
    for (const [text, kind] of [
      ['{}', 'forged'],
      ['[]', 'forged'],
      ['5', 'forged'],
      ['{"session":{},"expiresAt":1}', 'forged'],
      ['null', 'none'],
      ['', 'none'],
    ])
      expect([
        text,
        read(`tessera.session_data=${Buffer.from(text ?? '').toString('base64url')}`).cached,
      ]).toEqual([text, { kind }]);
  });
});

describe("better-auth's getSessionCookie", () => {
  const found = (options: object, publicUrl: string, config?: { cookiePrefix: string }) => {
    const cookie = jarOf(options, publicUrl)
      .write(record, nothing)
      .map((text) => text.split(';', 1)[0])
      .join('; ');
    return getSessionCookie(new Headers({ cookie }), config);
  };

  it.each(['http://localhost:3000', 'https://shop.example.com'])(
    'finds the session by the prefix that the README names, at %s',
    (url) => {
      expect(found({}, url, { cookiePrefix: 'tessera' })).toContain(token);
      expect(found({}, url)).toBeNull();
      expect(found({ advanced: { cookiePrefix: 'better-auth' } }, url)).toContain(token);
    },
  );
});
