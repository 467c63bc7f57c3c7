/** Open streams of this process: their limits, what they follow, and their end on shutdown. */
import type { Billing } from '../../billing.ts';
import { createStreamSlots, type StreamLimits, type StreamSlots, streamLimits } from './stream-slots.ts';
import { createWatch, type Watch, type WatchParts } from './watch.ts';

export type Streams = Pick<Watch, 'follow' | 'followed'> &
  StreamSlots & {
    /** Registers the function that ends a stream. Returns false when the process is stopping. */
    add: (end: () => void) => boolean;
    remove: (end: () => void) => void;
    /** Ends all streams and refuses new ones. */
    stop: () => void;
  };

/** `Billing` with the streams of this process, as the API needs it. */
export type StreamingBilling = Billing & { streams: Streams };

export const createStreams = (parts: WatchParts, limits: StreamLimits = streamLimits): Streams => {
  const open = new Set<() => void>();
  const watch = createWatch(parts);
  let isStopping = false;
  return {
    ...createStreamSlots(limits),
    follow: watch.follow,
    followed: watch.followed,
    add: (end) => {
      if (!isStopping) open.add(end);
      return !isStopping;
    },
    remove: (end) => void open.delete(end),
    stop: () => {
      isStopping = true;
      for (const end of open) end();
      watch.stop();
    },
  };
};
