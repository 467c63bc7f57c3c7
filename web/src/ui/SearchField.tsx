import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

type Props = { label: string; value: string; onSearch: (text: string) => void };

/** Searches while one types, a moment after the last key. */
export const SearchField = ({ label, value, onSearch }: Props) => {
  const [typed, setTyped] = useState(value);
  const search = useDebouncedCallback(onSearch, 250);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      w={{ base: '100%', xs: 280 }}
      leftSection={<IconSearch size={16} aria-hidden />}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value.trim());
      }}
    />
  );
};
