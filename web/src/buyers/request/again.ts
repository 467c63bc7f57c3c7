import { useEffect } from 'react';

/** In ms. */
const rest = 10_000;

/** Repeats a request while its server cannot be reached and somebody looks at the page: they need to press nothing. */
export const useAgain = (isNeeded: boolean, ask: () => unknown): void => {
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => {
      if (!document.hidden) void ask();
    }, rest);
    return () => clearInterval(timer);
  }, [isNeeded, ask]);
};
