import { QueryStatus } from '@reduxjs/toolkit/query';
import { api } from '../api/request/base.ts';
import { asFailure } from '../api/request/failure.ts';
import type { createStore } from './store.ts';

type Store = ReturnType<typeof createStore>;

/** In ms; a service that crashed is back within seconds. */
const firstRest = 5_000;
const longestRest = 60_000;

/** No response, or a server in trouble; no refusal, and not too many requests already. */
const isTrouble = (error: unknown): boolean => {
  const { status } = asFailure(error);
  return status === 0 || status >= 500;
};

const isAnyMissing = (store: Store): boolean =>
  Object.values(store.getState()[api.reducerPath].queries).some(
    (query) => query?.status === QueryStatus.rejected && isTrouble(query.error),
  );

/**
 * Asks again for what could not be loaded because the server was in trouble, ever less often, until it can: whoever
 * looks at the page needs to press nothing. Returns a function that stops it.
 */
export const recover = (store: Store, first = firstRest): (() => void) => {
  let rest = first;
  let timer: ReturnType<typeof setTimeout>;
  const look = () => {
    const isMissing = !document.hidden && isAnyMissing(store);
    rest = isMissing ? Math.min(rest * 2, longestRest) : first;
    // As when the reader comes back from elsewhere: everything shown is asked for anew.
    if (isMissing) store.dispatch(api.internalActions.onFocus());
    timer = setTimeout(look, rest);
  };
  timer = setTimeout(look, rest);
  return () => clearTimeout(timer);
};
