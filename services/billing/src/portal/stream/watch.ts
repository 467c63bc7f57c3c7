/**
 * Reads the state that customer pages follow when a bus message reports a change. Each session is read once for all
 * of its pages, and sessions are read sequentially: streams never use more than one connection per process.
 */
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import { checkoutSubject } from '../../checkouts/broadcast.ts';
import { createRereader, subscribe } from '../../checkouts/watch/follow.ts';
import { customerSubject } from '../../customers/broadcast.ts';
import { type PortalState, readState } from './state.ts';

/** Called with the customer's current state; null: the session has ended. */
export type Tell = (state: PortalState | null) => void;

type Followed = { caller: CustomerCaller; tells: Set<Tell>; unsubscribe: () => void };
type Parts = Pick<Billing, 'db' | 'bus' | 'log' | 'now'>;

/** Messages may be lost, and sessions expire, so states are also read periodically. */
const rereadMilliseconds = 60_000;

/** Calls `tell` immediately and after each change. Returns a function that stops it. */
export type PortalWatch = { follow: (caller: CustomerCaller, tell: Tell) => () => void };

export const createPortalWatch = (parts: Parts): PortalWatch => {
  const followed = new Map<string, Followed>();
  const wakeAll = createRereader({
    isFollowed: (id) => followed.has(id),
    read: (changed) => readChanged(parts, followed, changed),
    onError: (error) => parts.log.warn({ err: error }, 'what customers follow could not be read'),
  });
  let rereading: NodeJS.Timeout | undefined;
  return {
    follow: (caller, tell) => {
      const { sessionId } = caller;
      const wake = () => wakeAll([sessionId]);
      const known = followed.get(sessionId);
      const entry = known ?? { caller, tells: new Set(), unsubscribe: followScope(parts, caller, wake) };
      followed.set(sessionId, entry);
      entry.tells.add(tell);
      rereading ??= setInterval(() => wakeAll(followed.keys()), rereadMilliseconds);
      if (known) wake();
      return () => {
        if (!entry.tells.delete(tell) || entry.tells.size > 0) return;
        followed.delete(sessionId);
        entry.unsubscribe();
        if (followed.size > 0) return;
        clearInterval(rereading);
        rereading = undefined;
      };
    },
  };
};

/** Reads sessions sequentially. */
const readChanged = async (
  { db, now }: Parts,
  followed: ReadonlyMap<string, Followed>,
  changed: Set<string>,
): Promise<void> => {
  for (const id of changed) {
    changed.delete(id);
    const entry = followed.get(id);
    if (!entry) continue;
    const state = await readState(db.manager, now(), entry.caller);
    for (const tell of entry.tells) tell(state);
  }
};

/** The first read follows the subscription, or its failure, so that no change in between is missed. */
const followScope = ({ bus, log }: Parts, { scope }: CustomerCaller, wake: () => void): (() => void) =>
  subscribe(bus, {
    subject: 'customerId' in scope ? customerSubject(scope.customerId) : checkoutSubject(scope.checkoutId),
    wake,
    onMissed: (error) => {
      log.warn({ err: error }, 'a customer is followed without notes');
      wake();
    },
  });
