/**
 * Reads what customers' pages follow, when a note says that something has changed. However many pages a session has open,
 * it is read once, and one session after another: streams never hold more than one connection of a process.
 */
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import { checkoutSubject } from '../../checkouts/broadcast.ts';
import { createRereader, subscribe } from '../../checkouts/watch/follow.ts';
import { customerSubject } from '../../customers/broadcast.ts';
import { type PortalState, readState } from './state.ts';

/** Hears how a customer's things stand; null: their session has ended. */
export type Tell = (state: PortalState | null) => void;

type Followed = { caller: CustomerCaller; tells: Set<Tell>; unsubscribe: () => void };
type Parts = Pick<Billing, 'db' | 'bus' | 'log' | 'now'>;

/** Notes may be lost, and sessions end: what is followed is read again now and then. */
const rereadMilliseconds = 60_000;

/** Tells at once, then after each note. Answers how to stop. */
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

/** One session after another. */
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

/** What is followed is first read once the bus listens, or cannot: no change falls between that and the first note. */
const followScope = ({ bus, log }: Parts, { scope }: CustomerCaller, wake: () => void): (() => void) =>
  subscribe(bus, {
    subject: 'customerId' in scope ? customerSubject(scope.customerId) : checkoutSubject(scope.checkoutId),
    wake,
    onMissed: (error) => {
      log.warn({ err: error }, 'a customer is followed without notes');
      wake();
    },
  });
