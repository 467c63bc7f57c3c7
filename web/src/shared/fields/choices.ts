import { describeFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';

type List = { currentData?: unknown; error?: unknown; isFetching: boolean; refetch: () => unknown };

/** For a field that offers what a list answers: while it has nothing to offer it says why. Opened again, it asks again. */
export const offering = (list: List, nothingFound: string) => ({
  nothingFoundMessage: whyEmpty(list, nothingFound),
  onDropdownOpen: () => {
    if (list.error && !list.isFetching) void list.refetch();
  },
});

const whyEmpty = ({ currentData, error, isFetching }: List, nothingFound: string): string => {
  if (isFetching && currentData === undefined) return t('ui:loading');
  return error ? describeFailure(error) : nothingFound;
};
