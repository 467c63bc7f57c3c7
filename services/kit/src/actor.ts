/** Who has caused what is being done: kept beside a request, and written into the events that come of it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from '@tessera/proto/api/passport';

/** Characters of a name that are kept: headers are small. */
const nameLength = 80;

const acting = new AsyncLocalStorage<string>();

/** Runs the rest of a request in its caller's name; an anonymous one has none. */
export const withActor = <Result>(caller: Caller, work: () => Result): Result => {
  const actor = actorOf(caller);
  return actor === undefined ? work() : acting.run(actor, work);
};

/**
 * `user:<id>:<name>`, `token:<id>` or `customer:<id of the session>`, the name as in a URL; undefined: nobody known, or the
 * system by itself. A token by which an OAuth client acts for a user has no name, and then both: `token:<id>::<client>:<user>`.
 */
export const currentActor = (): string | undefined => acting.getStore();

const actorOf = (caller: Caller): string | undefined => {
  // A part of a surrogate pair cannot be written in a URL.
  const name = (text: string) => encodeURIComponent(text.slice(0, nameLength).toWellFormed());
  if (caller.kind === 'user') return `user:${caller.userId}:${name(caller.name)}`;
  if (caller.kind === 'token') return `token:${caller.tokenId}`;
  if (caller.kind === 'user-token') return `token:${caller.tokenId}::${caller.clientId}:${caller.userId}`;
  return caller.kind === 'customer' ? `customer:${caller.sessionId}` : undefined;
};
