import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../i18n/t.ts';
import { FilterChip } from '../../ui/filters/FilterChip.tsx';
import type { ListState } from '../../ui/filters/list-state.ts';
import classes from './MetadataFilter.module.css';

type Pair = { key: string; value: string };

/** Filters by metadata; `key` and `value` in the URL. */
export const MetadataFilter = ({ list }: { list: ListState }) => {
  const [key, value] = [list.filter('key'), list.filter('value')];
  return (
    <FilterChip
      label={t('events:metadata')}
      value={key === '' || value === '' ? null : `${key} = ${value}`}
      onClear={() => list.setFilters({ key: null, value: null })}
    >
      {(close) => (
        <OwnPair
          present={{ key, value }}
          onApply={(pair) => {
            list.setFilters(pair);
            close();
          }}
        />
      )}
    </FilterChip>
  );
};

const OwnPair = ({ present, onApply }: { present: Pair; onApply: (pair: Pair) => void }) => {
  const [typed, setTyped] = useState(present);
  const input = (name: keyof Pair) => ({
    size: 'xs' as const,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    value: typed[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((known) => ({ ...known, [name]: value })),
  });
  return (
    <form
      className={classes.pair}
      onSubmit={(event) => {
        event.preventDefault();
        onApply({ key: typed.key.trim(), value: typed.value.trim() });
      }}
    >
      <TextInput label={t('events:key')} maxLength={40} {...input('key')} />
      <TextInput label={t('events:value')} maxLength={500} {...input('value')} />
      <Button type="submit" size="xs">
        {t('table:apply')}
      </Button>
    </form>
  );
};
