import { loadCatalogues, readerLocale } from '../../i18n/start.ts';
import { type Failure, fallbackMessage, lateAnswer, noAnswer } from './failure.ts';
import { parsed, sendWithin } from './time-limit.ts';

/** The result of a call: the reply's body, or the failure. */
export type Answer<Value> = { data: Value; error: null } | { data: null; error: Failure };

type Call = { method?: 'GET' | 'POST' | 'PATCH'; body?: unknown };

/** A request without the dashboard's store, for pages that have to be light. `path` is below `/api`. */
export const call = async (path: string, { method = 'GET', body }: Call = {}): Promise<Answer<unknown>> => {
  const sent = await sendWithin(`/api${path}`, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      'accept-language': readerLocale(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if ('isLate' in sent) return { data: null, error: sent.isLate ? lateAnswer() : noAnswer() };
  const answer = parsed(sent.text);
  if (!sent.response.ok) return { data: null, error: await failureOf(sent.response.status, answer) };
  return { data: answer, error: null };
};

/** Error schemas are loaded only on a failure: most visits have none. */
const failureOf = (status: number, body: unknown): Promise<Failure> =>
  Promise.all([import('./read-failure.ts'), loadCatalogues(['errors'])]).then(
    ([{ readFailure }]) => readFailure(status, body),
    () => ({ status, name: 'Error', message: fallbackMessage(status), fields: [] }),
  );
