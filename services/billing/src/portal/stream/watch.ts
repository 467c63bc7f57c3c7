/**
 * Reads what customers' pages follow, when a note says that something has changed. However many pages a session has open,
 * it is read once, and one session after another: streams never hold more than one connection of a process.
 */
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import { checkoutSubject } from '../../checkouts/broadcast.ts';
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
  const reader = createReader(parts, followed);
  let rereading: NodeJS.Timeout | undefined;
  return {
    follow: (caller, tell) => {
      const { sessionId } = caller;
      const wake = () => reader.wake([sessionId]);
      const known = followed.get(sessionId);
      const entry = known ?? { caller, tells: new Set(), unsubscribe: subscribe(parts, caller, wake) };
      followed.set(sessionId, entry);
      entry.tells.add(tell);
      rereading ??= setInterval(() => reader.wake(followed.keys()), rereadMilliseconds);
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

const createReader = ({ db, log, now }: Parts, followed: ReadonlyMap<string, Followed>) => {
  const changed = new Set<string>();
  let isReading = false;
  const readChanged = async (): Promise<void> => {
    for (const id of changed) {
      changed.delete(id);
      const entry = followed.get(id);
      if (!entry) continue;
      const state = await readState(db.manager, now(), entry.caller);
      for (const tell of entry.tells) tell(state);
    }
  };
  return {
    wake: (ids: Iterable<string>): void => {
      for (const id of ids) if (followed.has(id)) changed.add(id);
      if (isReading) return;
      isReading = true;
      readChanged()
        .catch((error: unknown) => log.warn({ err: error }, 'what customers follow could not be read'))
        .finally(() => {
          isReading = false;
        });
    },
  };
};

/** What is followed is first read once the bus listens: no change falls between that and the first note. */
const subscribe = ({ bus, log }: Parts, { scope }: CustomerCaller, wake: () => void): (() => void) => {
  const subject =
    'customerId' in scope ? customerSubject(scope.customerId) : checkoutSubject(scope.checkoutId);
  let isOver = false;
  const subscription = bus.onBroadcast(subject, wake);
  subscription.then(
    (unsubscribe) => (isOver ? unsubscribe() : wake()),
    (error: unknown) => {
      log.warn({ err: error }, 'a customer is followed without notes');
      wake();
    },
  );
  return () => {
    isOver = true;
    subscription.then((unsubscribe) => unsubscribe()).catch(() => undefined);
  };
};
