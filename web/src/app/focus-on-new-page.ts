import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** A screen reader and the keyboard start anew at the top of each page, as if it had been loaded. */
export const useFocusOnNewPage = () => {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
};
