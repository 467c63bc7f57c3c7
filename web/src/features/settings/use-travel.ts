import { useState } from 'react';
import {
  useForgetAllMutation,
  useMoveClockMutation,
  useTouchSessionMutation,
} from '../../api/installation/clock.ts';

const daySeconds = 86_400;
/** Gives the renewals, mails and expiries of a day time to run before the next day. */
const restMilliseconds = 500;

/** Days until the same day of the next month, or its last day. */
export const daysOfMonthFrom = (now: Date): number => {
  const length = (month: number) => new Date(now.getFullYear(), month + 1, 0).getDate();
  const [day, month] = [now.getDate(), now.getMonth()];
  return length(month) - day + Math.min(day, length(month + 1));
};

/**
 * Moves the clock day by day, so that nothing due in between is skipped, and renews the user's own session, which
 * lasts only some days, on the way.
 */
export const useTravel = (start: number, onMoved: () => unknown) => {
  const [move] = useMoveClockMutation();
  const [touch] = useTouchSessionMutation();
  const [forget] = useForgetAllMutation();
  const [offsetSeconds, setOffset] = useState(start);
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  const set = async (seconds: number): Promise<boolean> => {
    const { error } = await move({ offsetSeconds: seconds });
    setFailure(error ?? null);
    if (error) return false;
    setOffset(seconds);
    await touch();
    return true;
  };
  const end = async () => {
    setProgress(null);
    await forget();
    onMoved();
  };
  const go = async (days: number): Promise<void> => {
    for (let day = 1; day <= days; day += 1) {
      setProgress((day - 1) / days);
      if (!(await set(offsetSeconds + day * daySeconds))) break;
      await new Promise((resolve) => setTimeout(resolve, restMilliseconds));
    }
    await end();
  };
  const back = async (): Promise<void> => {
    await set(0);
    await end();
  };
  return { offsetSeconds, progress, failure, go, back };
};
