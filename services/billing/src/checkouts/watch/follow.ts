/** What following something by broadcasts takes, whatever it is: to be woken, and to read again what has changed. */
import type { Bus } from '@tessera/kit/bus';

type Rereading = {
  isFollowed: (id: string) => boolean;
  /** Reads, and takes out, what has changed. */
  read: (changed: Set<string>) => Promise<void>;
  onError: (error: unknown) => void;
};

/** Wakes a reader for some ids. One reading runs at a time, and takes along what changes meanwhile. */
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
 * Wakes at each broadcast, and once as soon as the bus listens: no change falls between a first reading and the first
 * broadcast. Where the bus cannot listen, `onMissed` is told. Answers how to stop.
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
