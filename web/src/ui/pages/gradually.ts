import { useDeferredValue } from 'react';

/**
 * Whether something is present, with its appearance deferred: its content is rendered in slices, between which the
 * browser paints and handles input. Updates from a store would be rendered synchronously. Removal is immediate.
 */
export const useGradually = (isThere: boolean): boolean => {
  const wasThere = useDeferredValue(isThere);
  return isThere && wasThere;
};
