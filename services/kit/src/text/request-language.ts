/** The languages of a request's `accept-language`, kept for its duration like its trace. */
import { AsyncLocalStorage } from 'node:async_hooks';

const wanted = new AsyncLocalStorage<string>();

/** Runs the rest of a request with its `accept-language`. */
export const withLanguages = <Result>(acceptLanguage: string | undefined, work: () => Result): Result =>
  acceptLanguage ? wanted.run(acceptLanguage, work) : work();

/** Returns the supported language the request prefers (`de` for `de-AT,en;q=0.5`); empty: none, or no request. */
export const requestedLanguage = (known: readonly string[]): string =>
  requestedTags()
    .map((tag) => tag.split('-')[0] ?? '')
    .find((language) => known.includes(language)) ?? '';

/** Returns the current request's language ranges in lower case, best first (`de-at`, `en`); not validated. */
export const requestedTags = (): string[] => tagsOf(wanted.getStore() ?? '');

/** Maximum characters of the header that are parsed. */
const length = 200;

/** `de-AT,en;q=0.5` -> [`de-at`, `en`]: by weight, then in the order of the header. */
const tagsOf = (header: string): string[] =>
  header
    .slice(0, length)
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { range, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ range }) => range);
