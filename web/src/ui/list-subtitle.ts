import { t } from '../i18n/t.ts';
import type { ListState } from './list-state.ts';

type Options = {
  list: Pick<ListState, 'isFiltered'>;
  result: { currentData?: { pagination: { totalCount: number } } | undefined; error?: unknown };
  /** How many there are, in words. */
  counted: (count: number) => string;
  /** What they are: for a list that has nothing in it yet. */
  what: string;
};

/** A line without words: on a phone a longer text would push the page down until the count is there. */
const unknown = '\u00A0';

/** What stands below the title of a list: how many there are, or how many of them fit; what they are where there are none. */
export const listSubtitle = ({ list, result, counted, what }: Options): string => {
  const count = result.currentData?.pagination.totalCount;
  if (count === undefined) return result.error === undefined ? unknown : what;
  if (list.isFiltered) return t('table:fitting', { count });
  return count === 0 ? what : counted(count);
};
