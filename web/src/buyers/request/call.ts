/** A request of a buyer's page to the billing API, without the schemas: these pages have to be light. */
import { repeatKey } from '../../api/request/repeat-key.ts';
import { noteServerTime } from '../../api/request/server-time.ts';
import { downloadWithin, parsed, sendWithin } from '../../api/request/time-limit.ts';
import { inCamelCase, inSnakeCase } from './wire.ts';

/** A refused field: path, kind of error (`missing`, `greater_than_equal`, …), and the violated bound. */
export type Refused = {
  loc: (string | number)[];
  type: string;
  ctx?: Record<string, number>;
};
/** Why a request failed. `status` 0: no response; 504: none in time. */
export type Failure = { status: number; name: string; fields: Refused[] };
export type Answer<Value> = { data: Value; error: null } | { data: null; error: Failure };

/** Path of the billing API. */
export const base = '/api/billing/v1';

export type Call = {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Has an effect that must not happen twice: sent again after no answer, it has the same idempotency key. */
  isOnce?: boolean;
  /** In ms. */
  longest?: number;
};

/** Sends a request and returns the reply or the failure; never throws. Keys are camel case in both directions. */
export const call = async <Value>(
  path: string,
  { method = 'GET', body, headers, isOnce = false, longest }: Call = {},
): Promise<Answer<Value>> => {
  const repeat = isOnce ? repeatKey(path, body) : null;
  const request = {
    method,
    headers: {
      ...languageHeader(),
      ...headers,
      ...(repeat && { 'idempotency-key': repeat.key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(inSnakeCase(body)) }),
  };
  const sent = await sendWithin(base + path, request, longest);
  if ('isLate' in sent) {
    repeat?.isAnswered(0, null);
    return unanswered(sent);
  }
  const { response } = sent;
  noteServerTime(response);
  const answer = parsed(sent.text);
  repeat?.isAnswered(response.status, answer);
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
  const sent = await downloadWithin(base + path, { headers });
  if ('file' in sent) return { data: sent.file, error: null };
  return 'isLate' in sent ? unanswered(sent) : refusalOf(sent.response, parsed(sent.text));
};

const unanswered = ({ isLate }: { isLate: boolean }): Answer<never> => ({
  data: null,
  error: { status: isLate ? 504 : 0, name: 'NoAnswer', fields: [] },
});

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
