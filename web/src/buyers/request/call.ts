/** A request of a buyer's page to the billing API, without the schemas: these pages have to be light. */
import { noteServerTime } from '../../api/request/server-time.ts';
import { inCamelCase, inSnakeCase } from './wire.ts';

/** A refused field: path, kind of error (`missing`, `greater_than_equal`, …), and the violated bound. */
export type Refused = {
  loc: (string | number)[];
  type: string;
  ctx?: Record<string, number>;
};
/** Why a request failed. `status` 0: no response. */
export type Failure = { status: number; name: string; fields: Refused[] };
export type Answer<Value> = { data: Value; error: null } | { data: null; error: Failure };

/** Path of the billing API. */
export const base = '/api/billing/v1';

export type Call = { method?: string; body?: unknown; headers?: Record<string, string> };

/** Sends a request and returns the reply or the failure; never throws. Keys are camel case in both directions. */
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

/** Mails that a request sends are written in the page's language. The browser's own language is sent anyway. */
const languageHeader = (): Record<string, string> => {
  const { lang } = document.documentElement;
  const [first = ''] = navigator.languages;
  if (lang === '' || first.split('-')[0] === lang) return {};
  return { 'accept-language': [lang, ...navigator.languages].join(',') };
};

/** Downloads a file, of any size, without parsing it. A broken-off download is a failure. */
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

/** Sends the customer's answer to the bank's question. */
export const authenticate = (intent: string, outcome: 'approve' | 'deny') =>
  call<{ status: string }>(`/sandbox/payments/${encodeURIComponent(intent)}/authenticate`, {
    method: 'POST',
    body: { outcome },
  });
