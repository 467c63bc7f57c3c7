/** The streams that are open in this process: how many there may be, what they follow, and that a stop ends them. */
import type { Billing } from '../../billing.ts';
import { createStreamSlots, type StreamLimits, type StreamSlots, streamLimits } from './stream-slots.ts';
import { createWatch, type Watch, type WatchParts } from './watch.ts';

export type Streams = Pick<Watch, 'follow' | 'followed'> &
  StreamSlots & {
    /** Keeps an open stream's end; answers false when the process is stopping. */
    add: (end: () => void) => boolean;
    remove: (end: () => void) => void;
    /** Ends them all; none is opened afterwards. */
    stop: () => void;
  };

/** What serves the API depends on besides: the streams of this process. */
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
