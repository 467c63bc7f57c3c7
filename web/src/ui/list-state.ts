import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { FilterValues } from './filters/values.ts';

/** A page that a list may have, whatever the address says. */
const pageIn = (text: string | null): number => (/^[1-9]\d{0,6}$/.test(text ?? '') ? Number(text) : 1);

const noFilters: FilterValues = {};

/** What of an address chooses something; the rest is no filter, nor shown as one. */
const filtersIn = (parameters: URLSearchParams, known: FilterValues): Map<string, string> =>
  new Map(
    [...parameters].filter(
      ([name, value]) => value !== '' && Object.hasOwn(known, name) && known[name]?.(value),
    ),
  );

/**
 * Page, filters and order of a list live in the address, so that back, reload and a shared link keep them. `known` are the
 * list's filters: the same object at each rendering.
 */
export const useListState = (usualSorting?: string, known = noFilters) => {
  const [parameters, setParameters] = useSearchParams();
  // The router answers what was rendered last: a second change before the next render would undo the first.
  const latest = useRef(parameters);
  const set = useRef(setParameters);
  useEffect(() => {
    latest.current = parameters;
    set.current = setParameters;
  }, [parameters, setParameters]);
  const change = useCallback((changes: Record<string, string | null>, options?: { replace?: boolean }) => {
    const next = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name);
      else next.set(name, value);
    }
    latest.current = next;
    set.current(next, options);
  }, []);
  return useMemo(() => {
    const filters = filtersIn(parameters, known);
    return {
      page: pageIn(parameters.get('page')),
      setPage: (next: number) => change({ page: next === 1 ? null : String(next) }),
      /** What the server sorts by, `-created_at` for the newest first. */
      sorting: parameters.get('sort') ?? usualSorting,
      setSorting: (sorting: string) =>
        change({ sort: sorting === usualSorting ? null : sorting, page: null }, { replace: true }),
      filter: (name: string) => filters.get(name) ?? '',
      /** A changed filter starts at the first page again. */
      setFilter: (name: string, value: string | null) =>
        change({ [name]: value, page: null }, { replace: true }),
      /** Several at once. */
      setFilters: (values: Record<string, string | null>) =>
        change({ ...values, page: null }, { replace: true }),
      /** Whether search or a filter is chosen: an order leaves nothing out. */
      isFiltered: filters.size > 0,
      /** All that is chosen, as text: what a saved view keeps. */
      chosen: () => {
        const kept = new URLSearchParams([...filters]);
        const sorting = parameters.get('sort');
        if (sorting !== null) kept.set('sort', sorting);
        return kept.toString();
      },
      /** Shows what `chosen` once answered. */
      choose: (text: string) => {
        const next = new URLSearchParams(text);
        latest.current = next;
        set.current(next);
      },
    };
  }, [parameters, known, change, usualSorting]);
};

export type ListState = ReturnType<typeof useListState>;
