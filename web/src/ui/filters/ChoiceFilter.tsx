import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ListState } from '../list-state.ts';
import classes from './FilterChip.module.css';
import { FilterChip } from './FilterChip.tsx';

type Props = {
  list: ListState;
  /** Under which the choice stands in the address. */
  name: string;
  label: string;
  options: { value: string; label: string }[];
};

/** One of a few: a state, a kind. */
export const ChoiceFilter = ({ list, name, label, options }: Props) => {
  const chosen = options.find(({ value }) => value === list.filter(name));
  return (
    <FilterChip label={label} value={chosen?.label ?? null} onClear={() => list.setFilter(name, null)}>
      {(close) =>
        options.map((option) => (
          <UnstyledButton
            key={option.value}
            className={classes.choice}
            aria-pressed={option === chosen}
            onClick={() => {
              list.setFilter(name, option.value);
              close();
            }}
          >
            {option.label}
            {option === chosen && <IconCheck size={15} aria-hidden />}
          </UnstyledButton>
        ))
      }
    </FilterChip>
  );
};
