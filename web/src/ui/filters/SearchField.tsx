import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

type Props = { label: string; value: string; onSearch: (text: string) => void };

/** A debounced search field. A value that changes in the address is shown immediately. */
export const SearchField = ({ label, value, onSearch }: Props) => {
  const [typed, setTyped] = useState(value);
  /** The last search of this field: when it comes back as `value`, the user may have typed on. */
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
    // The address has changed otherwise: the pending search is dropped.
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
        // Leaving by keyboard searches immediately.
        if (key === 'Tab') search.flush();
      }}
      onBlur={({ relatedTarget }) => {
        // Leaving through a link: a search after the click would lead back to the list.
        if (relatedTarget instanceof HTMLAnchorElement) search.cancel();
      }}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value.trim());
      }}
    />
  );
};
