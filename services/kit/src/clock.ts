/** Time as a dependency: business decisions ask a clock, and in development the clock can be moved. */

/** `now` is what time it is for the business; `moveTo` shifts it by whole seconds against the machine's time. */
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
