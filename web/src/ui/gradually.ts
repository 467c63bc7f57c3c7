import { useDeferredValue } from 'react';

/**
 * Whether something is there, told a moment after it came: what it brings to sight is then drawn in slices, between which
 * the browser draws and hears input. What comes from the store would else be drawn in one piece. What goes, goes at once.
 */
export const useGradually = (isThere: boolean): boolean => {
  const wasThere = useDeferredValue(isThere);
  return isThere && wasThere;
};
