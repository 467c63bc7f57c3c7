import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef } from 'react';

/** How a table stands in its place: how many of its lesser columns are left out, and whether it is still too wide. */
export type Fit = { dropped: number; isWide: boolean };

/** The style sheet knows this many lesser columns; further ones are left out together with the last. */
const known = 5;

/** Leaves out as few lesser columns as possible. Done on the elements, since only a drawn table has a width. */
const fit = (box: HTMLElement, lesser: number): Fit => {
  const table = box.firstElementChild;
  const isTooWide = () => table !== null && table.scrollWidth > box.clientWidth + 1;
  const last = Math.min(lesser, known);
  for (let dropped = 0; ; dropped += 1) {
    box.dataset['dropped'] = Array.from({ length: dropped }, (_, index) => index + 1).join(' ');
    if (dropped === last || !isTooWide())
      return { dropped: dropped === known ? lesser : dropped, isWide: isTooWide() };
  }
};

/** The rank of a lesser column, from which the style sheet knows when it is left out; 1: first. */
export const rankOf = (lesser: string[], id: string): number | undefined => {
  const index = lesser.indexOf(id);
  return index === -1 ? undefined : Math.min(index + 1, known);
};

/**
 * Keeps what matters in sight: where a table is wider than its place, its lesser columns are left out, one by one.
 * Returns the reference for the element that the table scrolls in. `onFit` is told what has changed.
 */
export const useFit = (
  { dropped, isWide }: Fit,
  lesser: number,
  onFit: (fit: Fit) => void,
): RefCallback<HTMLElement> => {
  const box = useRef<HTMLElement | null>(null);
  const measure = useRef(() => {});
  // After each rendering, as other rows and columns need another width; before it is painted, so that nothing jumps.
  useLayoutEffect(() => {
    measure.current = () => {
      if (!box.current) return;
      const next = fit(box.current, lesser);
      if (next.dropped !== dropped || next.isWide !== isWide) onFit(next);
    };
    measure.current();
  });
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return useCallback((element: HTMLElement | null) => {
    box.current = element;
    const table = element?.firstElementChild;
    if (!element || !table) return;
    // Not within the observer: leaving columns out changes the very sizes that it observes.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(() => measure.current());
    });
    observer.observe(element);
    observer.observe(table);
    return () => {
      observer.disconnect();
      box.current = null;
    };
  }, []);
};
