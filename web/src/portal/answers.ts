/** Caches replies by path while the page lives, so that going back shows them immediately. */
import type { Answer, Failure } from '../buyers/request/call.ts';

export type Ask = <Value>(path: string) => Promise<Answer<Value>>;
/** `latest` is the request that was sent last: earlier answers are dropped. */
type Entry = { answer: Answer<unknown> | null; listeners: Set<() => void>; latest: Promise<void> };

const withoutQuery = (path: string): string => path.replace(/\/?\?.*/, '');

/** Within this time (ms) after an answer the page has been drawn anew, also in browsers. */
const drawnMilliseconds = 50;

/** Statuses besides those of a server in trouble: no response, an ended session, too many requests. */
const passing: readonly number[] = [0, 401, 429];

const isPassing = (error: Failure | null): boolean =>
  error !== null && (passing.includes(error.status) || error.status >= 500);

/** `/orders/1/invoice` is a part of `/orders/1`, which is one of the list `/orders/?limit=10`. */
const isPartOfAny = (path: string, others: string[]): boolean =>
  others.some((other) => withoutQuery(path).startsWith(`${withoutQuery(other)}/`));

/** A cache of replies by path. Shown replies are refetched when mounted again, and after a change. */
export const createAnswers = (ask: Ask) => {
  const entries = new Map<string, Entry>();
  const entryOf = (path: string): Entry => {
    const known = entries.get(path);
    if (known) return known;
    const entry: Entry = { answer: null, listeners: new Set(), latest: Promise.resolve() };
    entries.set(path, entry);
    return entry;
  };
  /** Resolves once the page shows the latest answer, be it that of a later request. */
  const load = (path: string): Promise<void> => {
    const entry = entryOf(path);
    const mine: Promise<void> = ask<unknown>(path).then((answer) => {
      if (entry.latest !== mine) return entry.latest;
      // A transient failure, or an ended session, keeps the known data on the page.
      if (!isPassing(answer.error) || !entry.answer?.data) entry.answer = answer;
      for (const listener of entry.listeners) listener();
      return undefined;
    });
    entry.latest = mine;
    return mine;
  };
  return {
    load,
    read: (path: string): Answer<unknown> | null => entries.get(path)?.answer ?? null,
    follow: (path: string, listener: () => void): (() => void) => {
      const { listeners } = entryOf(path);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /**
     * After a change: refetches what is shown and drops everything else. Parts of another path are refetched after
     * it, since the change may have removed them from the page.
     */
    refresh: async (): Promise<void> => {
      for (const [path, { listeners }] of entries) if (listeners.size === 0) entries.delete(path);
      const paths = [...entries.keys()];
      const parts = new Set(paths.filter((path) => isPartOfAny(path, paths)));
      await Promise.all(paths.filter((path) => !parts.has(path)).map(load));
      // The page is drawn anew some time after its listeners are called.
      if (parts.size > 0) await new Promise((resolve) => setTimeout(resolve, drawnMilliseconds));
      await Promise.all([...parts].filter((path) => entryOf(path).listeners.size > 0).map(load));
    },
  };
};

export type Answers = ReturnType<typeof createAnswers>;
