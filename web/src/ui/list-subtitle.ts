import { t } from '../i18n/t.ts';
import type { ListState } from './list-state.ts';

type Options = {
  list: Pick<ListState, 'isFiltered'>;
  result: { currentData?: { pagination: { totalCount: number } } | undefined };
  /** How many there are, in words. */
  counted: (count: number) => string;
  /** What they are: for a list that has nothing in it yet. */
  what: string;
};

/** What stands below the title of a list: how many there are, or how many of them fit; what they are where there are none. */
export const listSubtitle = ({ list, result, counted, what }: Options): string => {
  const count = result.currentData?.pagination.totalCount;
  if (list.isFiltered) return count === undefined ? what : t('table:fitting', { count });
  return count === undefined || count === 0 ? what : counted(count);
};
