/** Identity with providers that are one fake, and people who come back from it. */
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
  /** Options that start the same providers with these changes. */
  optionsWith: (changes?: Partial<Record<string, object>>, others?: object) => object;
  /** Goes to a provider. Answers the state. */
  leave: (browser: Browser, body: object, base?: string) => Promise<string>;
  /** Makes the fake answer the next code and user info with this person. */
  be: (person: object, tokens?: object) => Promise<void>;
  /** Goes there and comes back as this person. */
  visit: (person: object, own?: Visit) => ReturnType<Browser['send']>;
  stop: () => Promise<void>;
};

type Visit = {
  provider?: Used;
  browser?: Browser;
  base?: string;
  /** More of the body of sign-in. */
  body?: object;
  /** More of what the token endpoint answers. */
  tokens?: object;
};

let count = 0;

/** Someone at a provider whom nobody has seen before, with a verified address. */
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

/** Where an answer sends the browser. */
export const locationOf = ({ headers }: { headers: Headers }): string => headers.get('location') ?? '';
