import { asFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';
import { ChoiceFilter } from '../../ui/filters/ChoiceFilter.tsx';
import type { ListState } from '../../ui/list-state.ts';
import { offering } from '../fields/choices.ts';
import type { Named, useChoiceSearch } from '../fields/NamedChoices.tsx';

type Props = {
  list: ListState;
  /** Under which the choice stands in the address. */
  name: string;
  label: string;
  items: readonly Named[];
  /** What an address chose that is not among them. */
  chosen: Named | undefined;
  /** Why what it chose could not be looked up. */
  error?: unknown;
  /** Where they were looked for. */
  source: Parameters<typeof offering>[0];
  search: ReturnType<typeof useChoiceSearch>;
  onOpen: () => void;
};

/** What was deleted is named as that: its filter still leaves nothing of the list. */
const goneOf = (id: string, error: unknown): Named | undefined =>
  error !== undefined && asFailure(error).status === 404
    ? { id, name: t('shared:noLongerThere') }
    : undefined;

/** Narrowing a list to one of what an organization has, by its name, however many there are. */
export const NamedFilter = ({ items, chosen: known, error, source, search, onOpen, ...filter }: Props) => {
  const chosen = known ?? goneOf(filter.list.filter(filter.name), error);
  const { nothingFoundMessage, onDropdownOpen } = offering(source);
  const offered = chosen && !items.some(({ id }) => id === chosen.id) ? [...items, chosen] : items;
  return (
    <ChoiceFilter
      {...filter}
      options={offered.map((one) => ({ value: one.id, label: one.name }))}
      search={{ value: search.search, onChange: search.setSearch }}
      nothingFound={nothingFoundMessage}
      onOpen={() => {
        onOpen();
        onDropdownOpen();
      }}
    />
  );
};
