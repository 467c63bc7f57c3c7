import { describeFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';

type List = { currentData?: unknown; error?: unknown; isFetching: boolean; refetch: () => unknown };

/** For a field that offers what a list answers: while it has nothing to offer it says why. Opened again, it asks again. */
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

/** What is asked for besides the first of a list: those of the name that is typed, where the first are not all. */
export const soughtBeside = ({ data }: Loaded<unknown>, query: string | undefined): string | undefined =>
  data && data.pagination.totalCount > data.items.length ? query : undefined;

/** What a field offers, however long its list is: the first, and what was found. `list` is where an answer is waited for. */
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
