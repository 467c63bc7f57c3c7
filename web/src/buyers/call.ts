/** One request of a buyer's page to the billing API, without the shapes: these pages have to be light. */
import { noteServerTime } from '../api/server-time.ts';
import { inCamelCase, inSnakeCase } from './wire.ts';

/** One refused field: where, why (`missing`, `greater_than_equal`, …), and the bound that was passed. */
export type Refused = {
  loc: (string | number)[];
  type: string;
  ctx?: Record<string, number>;
};
/** Why a request came to nothing. `status` 0: no answer came at all. */
export type Failure = { status: number; name: string; fields: Refused[] };
export type Answer<Value> = { data: Value; error: null } | { data: null; error: Failure };

/** Where the billing API is. */
export const base = '/api/billing/v1';

export type Call = { method?: string; body?: unknown; headers?: Record<string, string> };

/** Asks, and answers what came or why nothing came: never throws. Keys are as code spells them, on the way in and out. */
export const call = async <Value>(
  path: string,
  { method = 'GET', body, headers }: Call = {},
): Promise<Answer<Value>> => {
  const response = await fetch(base + path, {
    method,
    headers: {
      ...languageHeader(),
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(inSnakeCase(body)) }),
  }).catch(() => null);
  if (!response) return noAnswer;
  noteServerTime(response);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return { data: inCamelCase(answer) as Value, error: null };
  return refusalOf(response, answer);
};

/** Mails that a request sends are written in the page's language. Where that is the browser's first, the browser says so. */
const languageHeader = (): Record<string, string> => {
  const { lang } = document.documentElement;
  const [first = ''] = navigator.languages;
  if (lang === '' || first.split('-')[0] === lang) return {};
  return { 'accept-language': [lang, ...navigator.languages].join(',') };
};

/** Takes a file as it is, however large: it is not read here. One that breaks off is none. */
export const takeFile = async (path: string, headers: Record<string, string>): Promise<Answer<Blob>> => {
  const response = await fetch(base + path, { headers }).catch(() => null);
  if (!response) return noAnswer;
  if (!response.ok) return refusalOf(response, await response.json().catch(() => null));
  const file = await response.blob().catch(() => null);
  return file ? { data: file, error: null } : noAnswer;
};

const noAnswer: Answer<never> = { data: null, error: { status: 0, name: 'NoAnswer', fields: [] } };

const refusalOf = ({ status }: Response, answer: unknown): Answer<never> => {
  const { error, detail } = (answer ?? {}) as { error?: string; detail?: unknown };
  const fields = Array.isArray(detail) ? (detail as Refused[]) : [];
  return { data: null, error: { status, name: error ?? 'Error', fields } };
};

export type Card = { number: string; expMonth: number; expYear: number; cvc: string };

/** Answers the bank's question. */
export const authenticate = (intent: string, outcome: 'approve' | 'deny') =>
  call<{ status: string }>(`/sandbox/payments/${encodeURIComponent(intent)}/authenticate`, {
    method: 'POST',
    body: { outcome },
  });
