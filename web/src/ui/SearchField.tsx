import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

type Props = { label: string; value: string; onSearch: (text: string) => void };

/** Searches while one types, a moment after the last key. What the address says otherwise stands in the box at once. */
export const SearchField = ({ label, value, onSearch }: Props) => {
  const [typed, setTyped] = useState(value);
  /** What this box has searched for last: when that comes back as `value`, one may have typed on. */
  const [searched, setSearched] = useState(value);
  const [shown, setShown] = useState(value);
  const search = useDebouncedCallback((text: string) => {
    setSearched(text);
    onSearch(text);
  }, 250);
  if (value !== shown) {
    setShown(value);
    if (value !== searched) {
      setSearched(value);
      setTyped(value);
    }
  }
  useEffect(() => {
    // Elsewhere is elsewhere: what was about to be searched is not.
    if (value !== typed.trim()) return;
    search.cancel();
  }, [value, typed, search]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      size="xs"
      w={{ base: '100%', xs: 240 }}
      leftSection={<IconSearch size={16} aria-hidden />}
      onKeyDown={({ key }) => {
        // Going on by keyboard follows no link yet.
        if (key === 'Tab') search.flush();
      }}
      onBlur={({ relatedTarget }) => {
        // Whoever follows a link leaves: a search that comes after the click would lead back to the list.
        if (relatedTarget instanceof HTMLAnchorElement) search.cancel();
      }}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value.trim());
      }}
    />
  );
};
