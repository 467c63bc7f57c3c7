import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { ChoiceFilter } from '../../ui/filters/ChoiceFilter.tsx';
import type { ListState } from '../../ui/filters/list-state.ts';
import { offering } from '../fields/choices.ts';
import type { Named, useChoiceSearch } from '../fields/NamedChoices.tsx';

type Props = {
  list: ListState;
  /** Its parameter in the address. */
  name: string;
  label: string;
  items: readonly Named[];
  /** The address's choice when it is not among the items. */
  chosen: Named | undefined;
  /** Why that choice could not be loaded. */
  error?: unknown;
  /** The query that supplies the choices. */
  source: Parameters<typeof offering>[0];
  search: ReturnType<typeof useChoiceSearch>;
  onOpen: () => void;
};

/** A deleted choice is named as such: its filter still applies and matches nothing. */
const goneOf = (id: string, error: unknown): Named | undefined =>
  error !== undefined && asFailure(error).status === 404
    ? { id, name: t('shared:noLongerThere') }
    : undefined;

/** Filters a list by one of an organization's things, found by name. */
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
