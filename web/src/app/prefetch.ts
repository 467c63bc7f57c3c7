import type { SyntheticEvent } from 'react';

/** Prefetches the page of a link on hover or focus. */
export const prefetchLinks = (prefetch: (pathname: string) => void) => {
  const asked = new Set<string>();
  const prepare = ({ target }: SyntheticEvent): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== window.location.origin || asked.has(link.pathname)) return;
    asked.add(link.pathname);
    prefetch(link.pathname);
  };
  return { onPointerOver: prepare, onFocus: prepare };
};
