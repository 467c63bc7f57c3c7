/** The streams that are open in this process, so that a stop can end them instead of waiting for their pages. */
export type Streams = {
  /** Keeps an open stream's end; answers false when the process is stopping. */
  add: (end: () => void) => boolean;
  remove: (end: () => void) => void;
  /** Ends them all; none is opened afterwards. */
  stop: () => void;
};

export const createStreams = (): Streams => {
  const open = new Set<() => void>();
  let isStopping = false;
  return {
    add: (end) => {
      if (!isStopping) open.add(end);
      return !isStopping;
    },
    remove: (end) => void open.delete(end),
    stop: () => {
      isStopping = true;
      for (const end of open) end();
    },
  };
};
