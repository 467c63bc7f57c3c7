/**
 * Which sellers this process is calling platforms for. A seller whose platform is slow does not hold all runners, and
 * one whose platform asks for a pause is left alone: the platform would refuse each of their other accesses too, and
 * bans those who do not stop.
 */
const maxConcurrent = 2;

export type Turns = {
  /** The organizations that have to wait. */
  waiting: () => string[];
  /** Counts an access of an organization until the returned function is called. */
  begin: (organizationId: string) => () => void;
  pause: (organizationId: string, seconds: number) => void;
  /** The milliseconds until the first pause is over, if that is sooner. */
  untilNext: (milliseconds: number | false) => number | false;
};

export const createTurns = (): Turns => {
  const running = new Map<string, number>();
  const pauses = new Map<string, number>();
  const paused = (): [string, number][] => {
    const now = performance.now();
    for (const [id, until] of pauses) if (until <= now) pauses.delete(id);
    return [...pauses].map(([id, until]) => [id, until - now]);
  };
  return {
    waiting: () => [
      ...paused().map(([id]) => id),
      ...[...running].filter(([, count]) => count >= maxConcurrent).map(([id]) => id),
    ],
    begin: (organizationId) => {
      running.set(organizationId, (running.get(organizationId) ?? 0) + 1);
      return () => {
        const left = (running.get(organizationId) ?? 1) - 1;
        if (left > 0) running.set(organizationId, left);
        else running.delete(organizationId);
      };
    },
    pause: (organizationId, seconds) => {
      pauses.set(organizationId, performance.now() + seconds * 1000);
    },
    untilNext: (milliseconds) => {
      const times = paused().map(([, left]) => left);
      return times.length === 0 ? milliseconds : Math.min(milliseconds || Infinity, ...times);
    },
  };
};
