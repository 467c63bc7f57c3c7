/** Requests and answers of every route: methods, bodies, origins, targets (contracts/auth.md, sections 1, 6 and 8). */
import { cookie, good, invalidBody, refusal } from './expect.ts';
import { type Lab, newcomer, password } from './lab.ts';

export const describeTransport = (lab: () => Lab): void => {
  const anyone = () => lab().browser();
  const json = { 'content-type': 'application/json' };
  const send = (path: string, body?: BodyInit, headers: Record<string, string> = {}) =>
    anyone().ask(path, { method: 'POST', headers, ...(body !== undefined && { body }) });

  describe('a route', () => {
    it.each([
      ['HEAD', '/get-session'],
      ['OPTIONS', '/get-session'],
      ['PUT', '/update-user'],
      ['POST', '/get-session'],
      ['GET', '/sign-out'],
      ['GET', '/nothing'],
      ['POST', '/nothing'],
      ['POST', '/is-username-available'],
      ['POST', '/request-password-reset'],
      ['GET', '/account-info'],
      // Both are for the server itself, over the bus.
      ['POST', '/set-password'],
      ['POST', '/organization/add-member'],
    ])('that is none, %s %s, is an empty 404', async (method, path) => {
      const { status, text, headers } = await anyone().ask(path, { method });
      expect([status, text, headers.get('content-type')]).toEqual([404, '', null]);
    });

    it('may end in a slash, and have too many', async () => {
      for (const path of ['/ok', '/ok/', '//ok', '/ok//'])
        expect((await anyone().ask(path)).text).toBe('{"ok":true}');
    });

    it('gets no body from calls of the client without arguments, which are asked as GET', async () => {
      const refused = await (await lab().resident()).client.organization.setActive();
      expect(refused.error).toEqual(refusal(404, null));
    });

    it('shows a page for errors, which takes nothing for markup', async () => {
      const { status, headers, text } = await anyone().ask('/error?error=%3Cscript%3E');
      // Upstream names no charset: a browser would guess.
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(text).toContain('&lt;script&gt;');
      expect(text).not.toContain('<script>');
      expect((await anyone().ask('/error')).text).toContain('Unknown');
    });
  });

  describe('a body', () => {
    it('may be a form of either kind', async () => {
      const { email } = await lab().resident();
      const form = new FormData();
      form.set('email', email);
      form.set('password', password);
      for (const body of [new URLSearchParams({ email, password }), form])
        expect((await send('/sign-in/email', body)).status).toBe(200);
    });

    it('is JSON wherever its type names that', async () => {
      const { email } = await lab().resident();
      const types = [
        'text/plain; application/json',
        'application/jsonp',
        'multipart/form-data; application/json',
      ];
      for (const type of types) {
        const body = JSON.stringify({ email, password });
        expect((await send('/sign-in/email', body, { 'content-type': type })).status).toBe(200);
      }
    });

    it('may hold more than is asked for', async () => {
      const { email } = await lab().resident();
      expect(await good(anyone().post('/sign-in/email', { email, password, more: 1 }))).toBeTruthy();
    });

    it.each<[string, BodyInit | undefined, Record<string, string>]>([
      ['none', undefined, {}],
      ['text', JSON.stringify({ email: 'a@example.com', password }), { 'content-type': 'text/plain' }],
      ['no object', '[]', json],
      // Upstream never answers this one (section 1.2).
      ['no JSON', '{"email":', json],
    ])('that is %s is refused', async (_what, body, headers) => {
      const { status, text } = await send('/sign-in/email', body, headers);
      expect([status, JSON.parse(text)]).toEqual([400, { code: 'VALIDATION_ERROR', message: invalidBody }]);
    });
  });

  describe('the origin of a POST with cookies', () => {
    const from = async (headers: Record<string, string>, own: { cookie?: string } = { cookie: 'a=b' }) => {
      const answer = await fetch(`${lab().url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { ...json, ...headers, ...own },
        body: '{}',
      });
      return answer.status;
    };

    it.each([
      [{ origin: 'https://evil.example' }],
      [{ origin: 'null' }],
      [{ origin: 'https://app.example.com.evil.example' }],
      [{ origin: 'https://wild.example.com' }],
      [{ origin: 'https://a.wild.example.com:8443' }],
      [{ referer: 'https://evil.example/page' }],
    ])('is refused when it says %j, before the body is looked at', async (headers) => {
      expect(await from(headers)).toBe(403);
      expect(await from(headers, {})).toBe(400);
    });

    it('passes when it is trusted, or unsaid', async () => {
      const trusted: Record<string, string>[] = [
        { origin: lab().url },
        { origin: 'https://app.example.com' },
        { origin: 'https://a.b.wild.example.com' },
        { referer: `${lab().url}/page` },
        {},
      ];
      for (const headers of trusted) expect(await from(headers)).toBe(400);
    });

    it('is what the client is told', async () => {
      const ada = await lab().resident();
      const refused = await ada.post('/update-user', {}, { headers: { origin: 'https://evil.example' } });
      expect(refused.error).toEqual(refusal(403, 'Invalid origin'));
    });
  });

  describe('where a POST would lead', () => {
    const to = (callbackURL: string) =>
      anyone().post('/sign-in/email', { email: 'a', password, callbackURL });

    it.each([
      'https://evil.example',
      'https://app.example.com.evil.example',
      '//evil.example',
      String.raw`/\evil.example`,
      '/%2fevil.example',
      'https://wild.example.com/x',
      'https://a.wild.example.com:8443/x',
      'relative',
      '/in#part',
      '/a%20b',
      '/in?a=b:c',
    ])('is refused for %s', async (target) =>
      expect((await to(target)).error).toEqual(refusal(403, 'Invalid callbackURL')),
    );

    it.each([
      '/in?a=b&c=%20d@e',
      '/in/._+-@',
      'https://app.example.com/in',
      'https://a.b.wild.example.com/in',
      'myapp://in',
    ])('is fine for %s', async (target) =>
      expect((await to(target)).error).toEqual(refusal(400, 'Invalid email')),
    );

    it.each([
      ['redirectTo', 'Invalid redirectURL'],
      ['errorCallbackURL', 'Invalid errorCallbackURL'],
      ['newUserCallbackURL', 'Invalid newUserCallbackURL'],
    ])('is checked as %s on every route, with or without cookies', async (field, message) => {
      for (const path of ['/sign-out', '/sign-up/email', '/link-social']) {
        const refused = await anyone().post(path, { [field]: 'https://evil.example' });
        expect(refused.error).toEqual(refusal(403, message));
      }
    });

    it('is checked in the query too', async () => {
      const refused = await anyone().post('/sign-out?callbackURL=https://evil.example', {});
      expect(refused.error).toEqual(refusal(403, 'Invalid callbackURL'));
    });
  });

  describe('an answer', () => {
    it('that refuses sets no cookies', async () => {
      const ada = await lab().someone();
      await ada.client.signUp.email({ ...newcomer(), email: ada.email });
      expect(ada.cookies()).toEqual([]);
    });

    it('keeps cookies from scripts, other sites and other paths', async () => {
      const ada = await lab().someone();
      expect(ada.setCookie()[0]).toMatch(
        /^tessera\.session_token=[\w.%]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      expect(ada.cookies()).toEqual([cookie.token, cookie.cache, cookie.device]);
    });
  });
};
