import type { SyntheticEvent } from 'react';

/** Fetches the page behind whichever link one points at or comes to by keyboard. */
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
