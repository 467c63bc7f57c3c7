import { t } from '../../i18n/t.ts';
import type { ListState } from '../filters/list-state.ts';

type Options = {
  list: Pick<ListState, 'isFiltered'>;
  result: { currentData?: { pagination: { totalCount: number } } | undefined; error?: unknown };
  /** The number of items, in words. */
  counted: (count: number) => string;
  /** What the items are, for an empty list. */
  what: string;
};

/** A blank line: on a phone a longer text would shift the page when the count arrives. */
const unknown = '\u00A0';

/** The subtitle of a list: the number of items, or of matches; what the items are for an empty or failed list. */
export const listSubtitle = ({ list, result, counted, what }: Options): string => {
  const count = result.currentData?.pagination.totalCount;
  if (count === undefined) return result.error === undefined ? unknown : what;
  if (list.isFiltered) return t('table:fitting', { count });
  return count === 0 ? what : counted(count);
};
