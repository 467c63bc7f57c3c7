import type { ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Amounts stand at the right. */
  align?: 'left' | 'right';
  /** For columns whose content explains itself: the header is only read aloud. */
  isHeaderHidden?: boolean;
  /** A button that opens a menu: it stands in the corner of a card on a phone. */
  isMenu?: boolean;
  /** Left out on a phone. */
  isWide?: boolean;
  /** What the server sorts by when the head of the column is pressed; `-created_at`: the highest first. */
  sort?: string;
  /** Not shown until someone chooses it. */
  isExtra?: boolean;
};

/** What RTK Query's list hooks answer, as far as a table cares. */
export type ListResult<Row> = {
  currentData?: { items: Row[]; pagination: { totalCount: number; maxPage: number } } | undefined;
  data?: { items: Row[]; pagination: { totalCount: number; maxPage: number } } | undefined;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

/** Which page a list shows and how it is sorted (`-created_at`: the newest first), as `useListState` keeps it. */
export type ListPlace = {
  page: number;
  setPage: (page: number) => void;
  sorting: string | undefined;
  setSorting: (sorting: string) => void;
  /** Whether search or filters leave something out. */
  isFiltered?: boolean;
  /** Shows what an address's query says; all of the list for none. */
  choose?: (text: string) => void;
};
