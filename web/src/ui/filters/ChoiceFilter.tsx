import { TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { searchKey } from '../../i18n/search-key.ts';
import { t } from '../../i18n/t.ts';
import classes from './FilterChip.module.css';
import { FilterChip } from './FilterChip.tsx';
import type { ListState } from './list-state.ts';

type Props = {
  list: ListState;
  /** The parameter in the address. */
  name: string;
  label: string;
  options: { value: string; label: string }[];
  /** The search text, when the caller finds the options; otherwise it is internal state. */
  search?: { value: string; onChange: (typed: string) => void };
  /** Shown when no option matches. */
  nothingFound?: string;
  onOpen?: () => void;
};

/** Filters by one of a few options: a state, a kind. Many options can be searched. */
export const ChoiceFilter = ({ list, name, label, options, search, nothingFound, onOpen }: Props) => {
  const wanted = list.filter(name);
  const chosen = options.find(({ value }) => value === wanted);
  return (
    // A value that is not among the options, or not yet, filters all the same: it is shown, and can be removed.
    <FilterChip
      label={label}
      value={chosen?.label ?? (wanted === '' ? null : '…')}
      onClear={() => list.setFilter(name, null)}
      onOpen={() => {
        search?.onChange('');
        onOpen?.();
      }}
    >
      {(close) => (
        <Choices
          label={label}
          options={options}
          chosen={chosen?.value}
          search={search}
          nothingFound={nothingFound}
          onChoose={(value) => {
            list.setFilter(name, value);
            close();
          }}
        />
      )}
    </FilterChip>
  );
};

const few = 9;

/** Choices may arrive when the dropdown has been open for a while: then it has given the focus to nothing inside. */
const takeFocus = (field: HTMLInputElement | null): void => field?.focus();

type ChoicesProps = Pick<Props, 'label' | 'options'> & {
  search: Props['search'];
  nothingFound: string | undefined;
  chosen: string | undefined;
  onChoose: (value: string) => void;
};

const Choices = ({ label, options, chosen, search, nothingFound, onChoose }: ChoicesProps) => {
  const [own, setOwn] = useState('');
  const { value: typed, onChange: setTyped } = search ?? { value: own, onChange: setOwn };
  const wanted = searchKey(typed.trim());
  const fitting = options.filter((option) => searchKey(option.label).includes(wanted));
  return (
    <>
      {(options.length > few || wanted !== '') && (
        <TextInput
          ref={takeFocus}
          size="xs"
          mb="xs"
          aria-label={t('table:findIn', { label })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div className={classes.choices}>
        {fitting.map(({ value, label: name }) => (
          <UnstyledButton
            key={value}
            className={classes.choice}
            aria-pressed={value === chosen}
            onClick={() => onChoose(value)}
          >
            <span dir="auto">{name}</span>
            {value === chosen && <IconCheck size={15} aria-hidden />}
          </UnstyledButton>
        ))}
      </div>
      <output className={classes.nothing}>
        {fitting.length === 0 && (nothingFound ?? t('table:nothingOfThisName'))}
      </output>
    </>
  );
};
