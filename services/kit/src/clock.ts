/** Time as a dependency: business logic reads a clock that can be moved in development. */

/** `now` is business time; `move` sets its offset to the machine's time, in whole seconds. */
export type Clock = { now: () => Date; offsetSeconds: () => number; move: (offsetSeconds: number) => void };

/** A clock that runs with the machine's time plus an offset (0 unless moved). */
export const createClock = (): Clock => {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset * 1000),
    offsetSeconds: () => offset,
    move: (offsetSeconds) => {
      offset = offsetSeconds;
    },
  };
};
