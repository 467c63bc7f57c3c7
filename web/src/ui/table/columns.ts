import type { ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Amounts are right-aligned. */
  align?: 'left' | 'right';
  /** For self-explanatory columns: the header is only read aloud. */
  isHeaderHidden?: boolean;
  /** A menu button: it stands in the corner of a card on a phone. */
  isMenu?: boolean;
  /** Of less importance: hidden on a phone, and in a table that is wider than its place. */
  isWide?: boolean;
  /** The API's sorting for a click on the header; `-created_at`: descending first. */
  sort?: string;
  /** Hidden until the user chooses it. */
  isExtra?: boolean;
};

/** The result of RTK Query's list hooks, as far as the table needs it. */
export type ListResult<Row> = {
  currentData?: { items: Row[]; pagination: { totalCount: number; maxPage: number } } | undefined;
  data?: { items: Row[]; pagination: { totalCount: number; maxPage: number } } | undefined;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

/** The list's page and sorting (`-created_at`: newest first), as in `useListState`. */
export type ListPlace = {
  page: number;
  setPage: (page: number) => void;
  sorting: string | undefined;
  setSorting: (sorting: string) => void;
  /** Whether a search or filter is set. */
  isFiltered?: boolean;
  /** Applies a query string; an empty one clears all filters. */
  choose?: (text: string) => void;
};
