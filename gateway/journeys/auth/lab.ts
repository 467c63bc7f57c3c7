/** The whole system under one set of options, and people who use it: what every chapter of the suite works with. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@tessera/kit/test/eventually';
import { startJourney } from '../support/system.ts';
import { type Browser, createBrowser } from './browser.ts';
import { good } from './expect.ts';
import type { LabOptions } from './options.ts';
import { type Provider, startProvider } from './provider.ts';

export const secret = 'the secret with which the tests can sign';
export const password = 'correct horse battery';
const boss = 'boss@example.com';

type Mail = { to: string; type: string; url: string; token: string };

/** Someone who has signed up: their browser, and what it was told. */
export type Person = Browser & {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
};

export type Lab = {
  url: string;
  provider: Provider;
  browser: () => Browser;
  /** Someone new; not signed in where that needs a verified address. */
  someone: (own?: object) => Promise<Person>;
  /** Someone who has been there all along, for calls that change nothing. */
  resident: () => Promise<Person>;
  /** The first administrator, in a browser of their own. */
  boss: () => Promise<Browser>;
  /** The `nth` mail of a type to an address, oldest first; waits for it. */
  mailTo: (email: string, type: string, nth?: number) => Promise<Mail>;
  /** Does something while all clocks are so many seconds ahead. */
  at: <Result>(seconds: number, work: () => Promise<Result>) => Promise<Result>;
  /** Starts identity anew with other options. */
  reconfigure: (options: LabOptions) => Promise<void>;
  stop: () => Promise<void>;
};

let people = 0;

/** What someone new signs up with; only some options know of a company. */
export const newcomer = (own: object = {}) => {
  people += 1;
  return { name: `Ada ${people}`, email: `ada-${people}@example.com`, password, company: 'Engines', ...own };
};

/** Starts the system with these options, which are told of the provider's endpoints. */
export const startLab = async (optionsOf: (provider: Provider) => LabOptions): Promise<Lab> => {
  const provider = await startProvider();
  const folder = await mkdtemp(join(tmpdir(), 'tessera-options-'));
  const config = join(folder, 'options.json');
  const configure = ({ identity, ...options }: LabOptions) =>
    writeFile(
      config,
      JSON.stringify({ ...options, identity: { admin: { firstAdminEmails: [boss] }, ...identity } }),
    );
  await configure(optionsOf(provider));
  const journey = await startJourney({ config, env: { TESSERA_SECRET: secret } });
  const { url } = journey;
  const api = async (path: string, body?: object) =>
    (await fetch(`${url}/api/dev/${path}`, {
      ...(body && {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    }).then((answer) => answer.json())) as { items: Mail[] };
  const signUp = async (own: object) => {
    const who = newcomer(own);
    const browser = createBrowser(url);
    const { user, token } = await good(browser.client.signUp.email(who));
    return { ...browser, ...who, id: user.id as string, token: (token ?? '') as string };
  };
  let resident: Promise<Person> | undefined;
  return {
    url,
    provider,
    browser: () => createBrowser(url),
    someone: (own = {}) => signUp(own),
    resident: () => (resident ??= signUp({})),
    boss: async () => {
      const browser = createBrowser(url);
      const { error } = await browser.client.signIn.email({ email: boss, password });
      return error ? signUp({ name: 'Boss', email: boss }) : browser;
    },
    mailTo: (email, type, nth = 0) =>
      eventually(async () => {
        const { items } = await api('mail');
        const mail = items.filter((item) => item.to === email && item.type === type)[nth];
        if (!mail) throw new Error(`no ${type} mail to ${email} yet`);
        return mail;
      }),
    at: async (seconds, work) => {
      await api('clock', { offsetSeconds: seconds });
      try {
        return await work();
      } finally {
        await api('clock', { offsetSeconds: 0 });
      }
    },
    reconfigure: async (options) => {
      await configure(options);
      await journey.processes.identity.stop();
      await journey.processes.identity.start();
    },
    stop: async () => {
      await journey.stop();
      await provider.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Starts a system before the tests of a describe and stops it afterwards. */
export const withLab = (optionsOf: (provider: Provider) => LabOptions): (() => Lab) => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab(optionsOf);
  });
  afterAll(() => lab?.stop());
  return () => lab;
};
