/** The actor: who caused a change. Kept for the duration of a request and written into its events. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from '@tessera/proto/api/passport';

/** Maximum length of a name: headers are small. */
const nameLength = 80;

const acting = new AsyncLocalStorage<string>();

/** Runs the rest of a request with its caller as the actor; anonymous callers are none. */
export const withActor = <Result>(caller: Caller, work: () => Result): Result => {
  const actor = actorOf(caller);
  return actor === undefined ? work() : acting.run(actor, work);
};

/**
 * Returns `user:<id>:<name>` (the name URL-encoded; followed by `:<id>` of an administrator who impersonates the user),
 * `token:<id>` or `customer:<session id>`; undefined for anonymous callers and for the system itself. The token of an
 * OAuth client that acts for a user has no name, but client and user: `token:<id>::<client>:<user>`.
 */
export const currentActor = (): string | undefined => acting.getStore();

const actorOf = (caller: Caller): string | undefined => {
  // Half of a surrogate pair cannot be URL-encoded.
  const name = (text: string) => encodeURIComponent(text.slice(0, nameLength).toWellFormed());
  if (caller.kind === 'user') {
    const by = caller.impersonatedBy === undefined ? '' : `:${caller.impersonatedBy}`;
    return `user:${caller.userId}:${name(caller.name)}${by}`;
  }
  if (caller.kind === 'token') return `token:${caller.tokenId}`;
  if (caller.kind === 'user-token') return `token:${caller.tokenId}::${caller.clientId}:${caller.userId}`;
  return caller.kind === 'customer' ? `customer:${caller.sessionId}` : undefined;
};
