/** In which language the request wants to be answered that something is done for: kept beside it, like its trace. */
import { AsyncLocalStorage } from 'node:async_hooks';

const wanted = new AsyncLocalStorage<string>();

/** Runs the rest of a request with its `accept-language`. */
export const withLanguages = <Result>(acceptLanguage: string | undefined, work: () => Result): Result =>
  acceptLanguage ? wanted.run(acceptLanguage, work) : work();

/** The one of these that the present request likes best (`de` for `de-AT,en;q=0.5`); empty: it likes none, or there is no request. */
export const requestedLanguage = (known: readonly string[]): string =>
  requestedTags()
    .map((tag) => tag.split('-')[0] ?? '')
    .find((language) => known.includes(language)) ?? '';

/** What the present request is to be answered in, best first, in small letters (`de-at`, `en`): not all of it need be tags. */
export const requestedTags = (): string[] => tagsOf(wanted.getStore() ?? '');

/** At most this much of a header is read. */
const length = 200;

/** `de-AT,en;q=0.5` -> [`de-at`, `en`]: best first; of equals, the order of the header. */
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
