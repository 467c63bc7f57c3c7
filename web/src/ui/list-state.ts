import { useSearchParams } from 'react-router';

/** Page and filters of a list live in the address, so that back, reload and a shared link keep them. */
export const useListState = () => {
  const [parameters, setParameters] = useSearchParams();
  const page = Math.max(1, Number(parameters.get('page')) || 1);
  const change = (changes: Record<string, string | null>, options?: { replace?: boolean }) =>
    setParameters((current) => {
      const next = new URLSearchParams(current);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
      }
      return next;
    }, options);
  return {
    page,
    setPage: (next: number) => change({ page: next === 1 ? null : String(next) }),
    filter: (name: string) => parameters.get(name) ?? '',
    /** A changed filter starts at the first page again. */
    setFilter: (name: string, value: string | null) =>
      change({ [name]: value, page: null }, { replace: true }),
  };
};
