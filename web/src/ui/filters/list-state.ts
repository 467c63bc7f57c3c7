import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { FilterValues } from './values.ts';

/** Parses a page number; 1 for anything invalid. */
const pageIn = (text: string | null): number => (/^[1-9]\d{0,6}$/.test(text ?? '') ? Number(text) : 1);

const noFilters: FilterValues = {};

/** The valid filters of an address; others are ignored and not shown. */
const filtersIn = (parameters: URLSearchParams, known: FilterValues): Map<string, string> =>
  new Map(
    [...parameters].filter(
      ([name, value]) => value !== '' && Object.hasOwn(known, name) && known[name]?.(value),
    ),
  );

/** The parameters of the address, and ways to change them: some, or all. */
const useAddress = () => {
  const [parameters, setParameters] = useSearchParams();
  // The router returns the last rendered parameters: a second change before the next render would undo the first.
  const latest = useRef(parameters);
  /** What changes asked for and is not rendered yet, oldest first. */
  const asked = useRef<string[]>([]);
  const set = useRef(setParameters);
  useLayoutEffect(() => {
    set.current = setParameters;
    const shown = parameters.toString();
    // Of two changes the first may be rendered when the second is asked for already; anything else came from outside.
    if (asked.current.slice(0, -1).includes(shown)) return;
    asked.current = [];
    latest.current = parameters;
  }, [parameters, setParameters]);
  const go = useCallback((next: URLSearchParams, options?: { replace?: boolean }) => {
    latest.current = next;
    asked.current.push(next.toString());
    set.current(next, options);
  }, []);
  const change = useCallback(
    (changes: Record<string, string | null>, options?: { replace?: boolean }) => {
      const next = new URLSearchParams(latest.current);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
      }
      go(next, options);
    },
    [go],
  );
  return { parameters, change, go };
};

/**
 * Page, filters and sorting of a list, kept in the address so that back, reload and shared links restore them.
 * `known` are the list's filters: the same object on each render.
 */
export const useListState = (usualSorting?: string, known = noFilters) => {
  const { parameters, change, go } = useAddress();
  return useMemo(() => {
    const filters = filtersIn(parameters, known);
    return {
      page: pageIn(parameters.get('page')),
      setPage: (next: number) => change({ page: next === 1 ? null : String(next) }),
      /** The API's sorting parameter, such as `-created_at` for the newest first. */
      sorting: parameters.get('sort') ?? usualSorting,
      setSorting: (sorting: string) =>
        change({ sort: sorting === usualSorting ? null : sorting, page: null }, { replace: true }),
      filter: (name: string) => filters.get(name) ?? '',
      /** A changed filter goes back to the first page. */
      setFilter: (name: string, value: string | null) =>
        change({ [name]: value, page: null }, { replace: true }),
      /** Sets several filters at once. */
      setFilters: (values: Record<string, string | null>) =>
        change({ ...values, page: null }, { replace: true }),
      /** Whether a search or filter is set; sorting does not count. */
      isFiltered: filters.size > 0,
      /** Filters and sorting as a query string, for saved views. */
      chosen: () => {
        const kept = new URLSearchParams([...filters]);
        const sorting = parameters.get('sort');
        if (sorting !== null) kept.set('sort', sorting);
        return kept.toString();
      },
      /** Applies a result of `chosen`. */
      choose: (text: string) => go(new URLSearchParams(text)),
    };
  }, [parameters, known, change, go, usualSorting]);
};

export type ListState = ReturnType<typeof useListState>;
