/** Identity with social providers that are all one fake, and sign-ins with it. */
import { type Browser, createBrowser } from './browser.ts';
import { type IdentityStack, startIdentity } from './factories.ts';
import { type FakeProvider, startFakeProvider } from './fake-provider.ts';

const used = [
  'google',
  'github',
  'gitlab',
  'apple',
  'facebook',
  'microsoft',
  'kick',
  'reddit',
  'twitter',
] as const;
type Used = (typeof used)[number];

export type Social = IdentityStack & {
  fake: FakeProvider;
  /** Returns options with the same providers and these changes. */
  optionsWith: (changes?: Partial<Record<string, object>>, others?: object) => object;
  /** Starts a sign-in with a provider. Returns the state. */
  leave: (browser: Browser, body: object, base?: string) => Promise<string>;
  /** Sets the user that the fake returns for codes and user info. */
  be: (person: object, tokens?: object) => Promise<void>;
  /** Starts a sign-in and returns from the provider as this user. */
  visit: (person: object, own?: Visit) => ReturnType<Browser['send']>;
  stop: () => Promise<void>;
};

type Visit = {
  provider?: Used;
  browser?: Browser;
  base?: string;
  /** Additional fields of the sign-in body. */
  body?: object;
  /** Additional fields of the token response. */
  tokens?: object;
};

let count = 0;

/** Returns a new user of a provider, with a verified e-mail address. */
export const stranger = (own: object = {}) => {
  count += 1;
  const id = `person-${count}`;
  const email = `Grace-${count}@Example.com`;
  return {
    sub: id,
    id,
    name: 'Grace Hopper',
    email,
    email_verified: true,
    picture: 'https://p.test/g.png',
    ...own,
  };
};

export const startSocial = async (options: object = {}): Promise<Social> => {
  const fake = await startFakeProvider();
  const credentials = { clientId: 'the-id', clientSecret: 'the-secret', endpoints: fake.endpoints };
  const optionsWith: Social['optionsWith'] = (changes = {}, others = {}) => ({
    ...options,
    ...others,
    socialProviders: Object.fromEntries(used.map((id) => [id, { ...credentials, ...changes[id] }])),
  });
  const started = await startIdentity(optionsWith());
  const leave: Social['leave'] = async (browser, body, base = '') => {
    const { body: reply } = await browser.send('POST', `${base}/sign-in/social`, { body });
    return new URL(reply.url).searchParams.get('state') ?? '';
  };
  const be: Social['be'] = async (person, tokens = {}) => {
    fake.answer('/me', person);
    const idToken = await fake.sign({ aud: 'the-id', ...person });
    fake.answer('/token', {
      access_token: 'at',
      id_token: idToken,
      expires_in: 3600,
      scope: 'a b',
      ...tokens,
    });
  };
  return {
    ...started,
    fake,
    optionsWith,
    leave,
    be,
    visit: async (person, { provider = 'google', browser, base, body, tokens } = {}) => {
      const own = browser ?? createBrowser(base ?? started.base);
      await be(person, tokens);
      const state = await leave(own, { provider, callbackURL: '/home', ...body });
      return own.send('GET', `/callback/${provider}?code=the-code&state=${state}`);
    },
    stop: async () => {
      await started.stop();
      await fake.stop();
    },
  };
};

/** Returns the redirect target of a response. */
export const locationOf = ({ headers }: { headers: Headers }): string => headers.get('location') ?? '';
