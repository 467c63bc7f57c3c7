import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';

type List = { currentData?: unknown; error?: unknown; isFetching: boolean; refetch: () => unknown };

/**
 * Props of a field with the choices of a query: while empty it explains why. Opening it after a failure retries the
 * query.
 */
export const offering = (list: List, nothingFound = t('table:nothingOfThisName')) => ({
  nothingFoundMessage: whyEmpty(list, nothingFound),
  onDropdownOpen: () => {
    if (list.error && !list.isFetching) void list.refetch();
  },
});

const whyEmpty = ({ currentData, error, isFetching }: List, nothingFound: string): string => {
  if (isFetching && currentData === undefined) return t('ui:loading');
  return error ? describeFailure(error) : nothingFound;
};

type Page<Item> = { items: Item[]; pagination: { totalCount: number } };
type Loaded<Item> = List & { data?: Page<Item> | undefined };

/** The search text for a second query, when the first page does not contain the whole list; otherwise undefined. */
export const soughtBeside = ({ data }: Loaded<unknown>, query: string | undefined): string | undefined =>
  data && data.pagination.totalCount > data.items.length ? query : undefined;

/** The choices of a field: the first page and the search results. `list` is the query to wait for. */
export const choicesOf = <Item extends { id: string }>(
  first: Loaded<Item>,
  found: Loaded<Item>,
  sought: string | undefined,
) => ({
  items: [
    ...new Map(
      [...(first.data?.items ?? []), ...(found.data?.items ?? [])].map((one) => [one.id, one]),
    ).values(),
  ],
  list: sought === undefined ? first : found,
});
