import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** Page and filters of a list live in the address, so that back, reload and a shared link keep them. */
export const useListState = () => {
  const [parameters, setParameters] = useSearchParams();
  // The router answers what was rendered last: a second change before the next render would undo the first.
  const latest = useRef(parameters);
  useEffect(() => {
    latest.current = parameters;
  }, [parameters]);
  const page = Math.max(1, Number(parameters.get('page')) || 1);
  const change = (changes: Record<string, string | null>, options?: { replace?: boolean }) => {
    const next = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name);
      else next.set(name, value);
    }
    latest.current = next;
    setParameters(next, options);
  };
  return {
    page,
    setPage: (next: number) => change({ page: next === 1 ? null : String(next) }),
    filter: (name: string) => parameters.get(name) ?? '',
    /** A changed filter starts at the first page again. */
    setFilter: (name: string, value: string | null) =>
      change({ [name]: value, page: null }, { replace: true }),
  };
};
