import { useSyncExternalStore } from 'react';

/** Where the two halves of the page stand one above the other: `Frame.module.css` has the same measure. */
const query = '(max-width: 52em)';

const follow = (tell: () => void): (() => void) => {
  const media = window.matchMedia(query);
  media.addEventListener('change', tell);
  return () => media.removeEventListener('change', tell);
};

/** Whether the page is as narrow as a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(follow, () => window.matchMedia(query).matches);
