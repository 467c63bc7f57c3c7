import type { ListState } from './list-state.ts';
import { SearchField } from './SearchField.tsx';

type Props = {
  list: ListState;
  /** The parameter in the address. */
  name?: string;
  label: string;
};

/** Filters by what is typed. */
export const SearchFilter = ({ list, name = 'query', label }: Props) => (
  <SearchField label={label} value={list.filter(name)} onSearch={(text) => list.setFilter(name, text)} />
);
