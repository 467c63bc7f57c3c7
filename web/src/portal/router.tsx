/** The current place in the portal, and navigation. */
import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import { decoded } from '../buyers/request/decoded.ts';
import { usePortal } from './portal.ts';

const moved = new EventTarget();

/** The segments of the path behind `/portal/<slug>`. */
export const placeOf = (pathname: string): string[] =>
  pathname.split('/').slice(3).filter(Boolean).map(decoded);

const follow = (tell: () => void): (() => void) => {
  window.addEventListener('popstate', tell);
  moved.addEventListener('moved', tell);
  return () => {
    window.removeEventListener('popstate', tell);
    moved.removeEventListener('moved', tell);
  };
};

/** The query of the address. */
export const useSearch = (): string => useSyncExternalStore(follow, () => window.location.search);

export const usePath = (): string => useSyncExternalStore(follow, () => window.location.pathname);

/** Navigates as a link does. */
export const go = (address: string): void => {
  window.history.pushState(null, '', address);
  moved.dispatchEvent(new Event('moved'));
  window.scrollTo(0, 0);
};

/** Navigates and replaces the history entry. */
export const goInstead = (address: string): void => {
  window.history.replaceState(null, '', address);
  moved.dispatchEvent(new Event('moved'));
};

export const useAddress = (): ((...parts: string[]) => string) => {
  const { slug } = usePortal();
  return (...parts) =>
    ['/portal', slug, ...parts]
      .map((part, index) => (index === 0 ? part : encodeURIComponent(part)))
      .join('/');
};

type LinkProps = {
  /** The segments of the path behind `/portal/<slug>`. */
  to: readonly string[];
  className?: string | undefined;
  isCurrent?: boolean;
  children: ReactNode;
};

export const Link = ({ to, className, isCurrent, children }: LinkProps) => {
  const href = useAddress()(...to);
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    // The browser opens a new tab, which has no session of its own: its page asks to sign in.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(href);
  };
  return (
    <a href={href} className={className} aria-current={isCurrent ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
};
