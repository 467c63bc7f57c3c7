import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Moves the focus to the top of each new page, as after a full load, for screen readers and keyboard users. */
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
