/** Helpers for following rows by broadcast: subscribing, and reading changed rows again. */
import type { Bus } from '@tessera/kit/events/bus';

type Rereading = {
  isFollowed: (id: string) => boolean;
  /** Reads the changed rows and removes their ids from the set. */
  read: (changed: Set<string>) => Promise<void>;
  onError: (error: unknown) => void;
};

/** Returns a function that triggers a read of ids. Reads do not overlap: a running one takes ids added meanwhile. */
export const createRereader = ({ isFollowed, read, onError }: Rereading) => {
  const changed = new Set<string>();
  let isReading = false;
  return (ids: Iterable<string>): void => {
    for (const id of ids) if (isFollowed(id)) changed.add(id);
    if (isReading) return;
    isReading = true;
    read(changed)
      .catch(onError)
      .finally(() => {
        isReading = false;
      });
  };
};

type Listening = { subject: string; wake: () => void; onMissed: (error: unknown) => void };

/**
 * Calls `wake` for each broadcast, and once after subscribing, so that no change between the first read and the
 * subscription is missed. Calls `onMissed` when subscribing fails. Returns the unsubscribe function.
 */
export const subscribe = (bus: Bus, { subject, wake, onMissed }: Listening): (() => void) => {
  let isOver = false;
  const subscription = bus.onBroadcast(subject, wake);
  subscription.then((unsubscribe) => (isOver ? unsubscribe() : wake()), onMissed);
  return () => {
    isOver = true;
    subscription.then((unsubscribe) => unsubscribe()).catch(() => undefined);
  };
};
