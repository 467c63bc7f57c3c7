/** A steady load of requests from signed-in users, with checks of the responses. */
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@tessera/kit/test/eventually';
import { type CookieJar, createAccount } from './clients.ts';

export type Person = { email: string; password: string; jar: CookieJar };

type Question = 'session' | 'stored session' | 'products' | 'sign-in';
const questions: Question[] = ['session', 'stored session', 'products', 'sign-in'];

export type Answer = {
  question: Question;
  email: string;
  status: number;
  text: string;
  setCookie: string[];
  milliseconds: number;
};

/** Signs up sellers, each with an organization and a session. */
export const signUpMany = async (url: string, count: number): Promise<Person[]> => {
  const people: Person[] = [];
  for (let number = 0; number < count; number += 1) {
    const { client, jar } = createAccount(url);
    const person = { email: `person-${number}@example.com`, password: 'correct horse battery' };
    const { error } = await client.signUp.email({ name: `Person ${number}`, ...person });
    if (error) throw new Error(`sign-up: ${JSON.stringify(error)}`);
    const shop = await client.organization.create({ name: `Shop ${number}`, slug: `shop-${number}` });
    if (shop.error) throw new Error(`organization: ${JSON.stringify(shop.error)}`);
    people.push({ ...person, jar });
  }
  return people;
};

/** The session token cookie, without the cookie that caches the session. */
const tokenCookie = (jar: CookieJar): string => /tessera\.session_token=[^;]+/.exec(jar.header())?.[0] ?? '';

const requestOf = (question: Question, { email, password, jar }: Person): [string, RequestInit] => {
  const cookie = tokenCookie(jar);
  switch (question) {
    case 'session':
      return ['/api/auth/get-session', { headers: { cookie: jar.header() } }];
    case 'stored session':
      return ['/api/auth/get-session?disableCookieCache=true', { headers: { cookie } }];
    case 'products':
      return ['/api/billing/v1/products/', { headers: { cookie } }];
    case 'sign-in':
      return [
        '/api/auth/sign-in/email',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password }),
        },
      ];
  }
};

/** Sends one request. Throws only when the gateway does not respond. */
export const ask = async (url: string, question: Question, person: Person): Promise<Answer> => {
  const [path, init] = requestOf(question, person);
  const begun = performance.now();
  const response = await fetch(url + path, init);
  const text = await response.text();
  return {
    question,
    email: person.email,
    status: response.status,
    text,
    setCookie: response.headers.getSetCookie(),
    milliseconds: Math.round(performance.now() - begun),
  };
};

const parse = (text: string): Record<string, unknown> | null => {
  try {
    return JSON.parse(text) as Record<string, unknown> | null;
  } catch {
    return null;
  }
};

/** Whether a response is correct for a signed-in user. */
export const isRight = ({ question, email, status, text }: Answer): boolean => {
  const body = parse(text);
  if (status !== 200 || body === null) return false;
  if (question === 'products') return Array.isArray(body['items']);
  return (body['user'] as { email?: string } | undefined)?.email === email;
};

/** Whether a response clearly reports an outage: nothing that a client could take for "signed out". */
const isClear = ({ question, status, text }: Answer): boolean => {
  const body = parse(text);
  const words = question === 'products' ? ['error', 'detail'] : ['code', 'message'];
  return [502, 503, 504].includes(status) && words.every((word) => typeof body?.[word] === 'string');
};

/** Whether a response is unacceptable during an outage: wrong, ends the session, or slower than `slowest` ms. */
export const isWrong = (answer: Answer, slowest: number): boolean =>
  !(isRight(answer) || isClear(answer)) ||
  answer.setCookie.some((cookie) => /session_token=(;|$)|session_token=[^;]*;.*Max-Age=0/.test(cookie)) ||
  answer.milliseconds > slowest;

export type Load = {
  answers: Answer[];
  /** Waits until every question was answered this many more times. */
  more: (times: number) => Promise<void>;
  stop: () => Promise<void>;
};

/** Sends each kind of request in a loop, for all users in turn. */
export const startLoad = (url: string, people: Person[]): Load => {
  const answers: Answer[] = [];
  const failures: unknown[] = [];
  let isRunning = true;
  const run = async (question: Question): Promise<void> => {
    for (let turn = 0; isRunning; turn += 1) {
      const person = people[turn % people.length];
      if (!person) return;
      await ask(url, question, person).then(
        (answer) => void answers.push(answer),
        (error: unknown) => void failures.push(error),
      );
      // Limits the rate, so that fast refusals do not become a flood.
      await delay(20);
    }
  };
  const loops = questions.map(run);
  return {
    answers,
    more: async (times) => {
      const from = answers.length;
      await eventually(() => {
        const since = answers.slice(from);
        for (const question of questions) {
          const count = since.filter((answer) => answer.question === question).length;
          if (count < times) throw new Error(`${question}: ${count} answers so far`);
        }
      });
    },
    stop: async () => {
      isRunning = false;
      await Promise.all(loops);
      if (failures.length > 0) throw failures[0];
    },
  };
};
