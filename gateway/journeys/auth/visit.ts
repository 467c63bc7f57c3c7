/** Going to a provider and coming back, as a browser does. */
import { randomUUID } from 'node:crypto';
import type { Browser } from './browser.ts';
import { good } from './expect.ts';
import { type Lab, newcomer } from './lab.ts';

/** Someone whom a provider knows, and whose address it says is proven, unless `own` says otherwise. */
export const profile = (own: object = {}) => {
  const { name, email } = newcomer();
  return { id: `at-${email}`, sub: `at-${email}`, name, email, email_verified: true, ...own };
};

/** Goes to a provider and answers where the browser is sent back to. */
export const visit = async (lab: Lab, browser: Browser, person: object | null, way: Way = {}) => {
  const { provider = 'google', start = '/sign-in/social', body = {}, back = 'code=c' } = way;
  lab.provider.be(person);
  lab.provider.give(
    {
      access_token: 'at',
      scope: 'a b',
      ...(person && { id_token: await idToken(lab, person) }),
      ...way.tokens,
    },
    way.status,
  );
  const { url } = await good(browser.post(start, { provider, callbackURL: '/home', ...body }));
  const state = new URL(url).searchParams.get('state');
  await way.meanwhile?.();
  return browser.ask(`/callback/${way.returnTo ?? provider}?state=${state}&${back}`);
};

/** What is unusual about a visit. */
export type Way = {
  provider?: string;
  /** Where it says it comes back from, if not from there. */
  returnTo?: string;
  start?: string;
  body?: object;
  back?: string;
  tokens?: object;
  status?: number;
  meanwhile?: () => Promise<unknown>;
};

/** An id token of whoever these claims describe, as Google signs it unless `own` says otherwise. */
export const idToken = (lab: Lab, claims: object, own: object = {}) =>
  lab.provider.sign({
    iss: 'https://accounts.google.com',
    aud: 'the-id',
    exp: Math.floor(Date.now() / 1000) + 300,
    // Each is another, also of two in one second: a token signs in once.
    jti: randomUUID(),
    ...claims,
    ...own,
  });
