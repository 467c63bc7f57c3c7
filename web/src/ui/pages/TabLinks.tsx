import { useCallback } from 'react';
import { NavLink, useLocation } from 'react-router';
import classes from './TabLinks.module.css';

type Props = {
  label: string;
  tabs: { label: string; to: string }[];
  /** Vertical, where the window has room beside the page. */
  isBeside?: boolean;
};

/** Sections of one subject, each at an address of its own. */
export const TabLinks = ({ label, tabs, isBeside = false }: Props) => {
  const nav = useCurrentTabInSight();
  return (
    // Tabs that appear later shift those behind them: the key remounts the list.
    <nav
      key={tabs.length}
      ref={nav}
      aria-label={label}
      className={classes.tabs}
      data-beside={isBeside || undefined}
    >
      {tabs.map(({ label, to }) => (
        <NavLink key={to} to={to} end className={classes.tab}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
};

/** On a phone the tabs do not fit: scrolls the current one into view. */
const useCurrentTabInSight = () => {
  const { pathname } = useLocation();
  return useCallback(
    (nav: HTMLElement | null) => {
      const current = nav?.querySelector<HTMLElement>(`a[href="${pathname}"]`);
      if (nav && current) nav.scrollLeft = current.offsetLeft - nav.clientWidth / 3;
    },
    [pathname],
  );
};
