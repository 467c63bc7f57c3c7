import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../i18n/t.ts';
import type { ListState } from '../list-state.ts';
import { amountInput, formatMoneyBriefly, parseAmount } from '../money.ts';
import classes from './FilterChip.module.css';
import { FilterChip } from './FilterChip.tsx';

type Props = { list: ListState; label: string };

/** Cents from a part of the address that anyone may have written. */
const centsOf = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null);

/** Amounts, both included; they stand in cents as `min` and `max` in the address. */
export const AmountFilter = ({ list, label }: Props) => {
  const [min, max] = [centsOf(list.filter('min')), centsOf(list.filter('max'))];
  return (
    <FilterChip
      label={label}
      value={describe(min, max)}
      onClear={() => list.setFilters({ min: null, max: null })}
    >
      {(close) => (
        <Amounts
          min={min}
          max={max}
          onApply={(range) => {
            list.setFilters(range);
            close();
          }}
        />
      )}
    </FilterChip>
  );
};

const describe = (min: number | null, max: number | null): string | null => {
  if (min === null && max === null) return null;
  if (max === null) return `≥ ${formatMoneyBriefly(min ?? 0)}`;
  return min === null
    ? `≤ ${formatMoneyBriefly(max)}`
    : `${formatMoneyBriefly(min)} – ${formatMoneyBriefly(max)}`;
};

type Range = { min: string | null; max: string | null };
type AmountsProps = { min: number | null; max: number | null; onApply: (range: Range) => void };

const Amounts = ({ min, max, onApply }: AmountsProps) => {
  const [typed, setTyped] = useState({ min: amountInput(min), max: amountInput(max) });
  // Of any currency: the list may hold several.
  const textOf = (amount: string): string | null =>
    parseAmount(amount.replaceAll(/\p{Sc}/gu, ''))?.toString() ?? null;
  return (
    <form
      className={classes.own}
      onSubmit={(event) => {
        event.preventDefault();
        onApply({ min: textOf(typed.min), max: textOf(typed.max) });
      }}
    >
      <div className={classes.pair}>
        <TextInput
          size="xs"
          inputMode="decimal"
          label={t('table:atLeast')}
          value={typed.min}
          onChange={({ currentTarget: { value } }) => setTyped((known) => ({ ...known, min: value }))}
        />
        <TextInput
          size="xs"
          inputMode="decimal"
          label={t('table:atMost')}
          value={typed.max}
          onChange={({ currentTarget: { value } }) => setTyped((known) => ({ ...known, max: value }))}
        />
      </div>
      <Button type="submit" size="xs">
        {t('table:apply')}
      </Button>
    </form>
  );
};
