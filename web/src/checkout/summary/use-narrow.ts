import { useSyncExternalStore } from 'react';

/** Where the two columns are stacked: the same breakpoint as in `Frame.module.css`. */
const query = '(max-width: 52em)';

const follow = (tell: () => void): (() => void) => {
  const media = window.matchMedia(query);
  media.addEventListener('change', tell);
  return () => media.removeEventListener('change', tell);
};

/** Whether the page is as narrow as on a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(follow, () => window.matchMedia(query).matches);
