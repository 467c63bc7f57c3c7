import { Button, TextInput } from '@mantine/core';
import { decimalOf } from '@tessera/proto/api/money';
import { useState } from 'react';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import { amountInput, formatMoneyBriefly, parseAmount } from '../format/money.ts';
import classes from './FilterChip.module.css';
import { FilterChip } from './FilterChip.tsx';
import type { ListState } from './list-state.ts';

/** The currency of the amounts; with `hasOthers`, they are shown without its sign. */
type Unit = { currency: string; hasOthers: boolean };
type Props = { list: ListState; label: string; unit?: Unit | undefined };

const unknown: Unit = { currency: 'usd', hasOthers: true };

/** Parses minor units from the address, which can contain anything. */
const centsOf = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null);

/** Filters by amount, inclusive; `min` and `max` in the address are in minor units. */
export const AmountFilter = ({ list, label, unit = unknown }: Props) => {
  const [min, max] = [centsOf(list.filter('min')), centsOf(list.filter('max'))];
  return (
    <FilterChip
      label={label}
      value={describe(min, max, unit)}
      onClear={() => list.setFilters({ min: null, max: null })}
    >
      {(close) => (
        <Amounts
          min={min}
          max={max}
          currency={unit.currency}
          onApply={(range) => {
            list.setFilters(range);
            close();
          }}
        />
      )}
    </FilterChip>
  );
};

const describe = (min: number | null, max: number | null, { currency, hasOthers }: Unit): string | null => {
  const written = (amount: number): string =>
    hasOthers
      ? Number(decimalOf(amount, currency)).toLocaleString(readerLocale())
      : formatMoneyBriefly(amount, currency);
  if (min === null && max === null) return null;
  if (max === null) return `≥ ${written(min ?? 0)}`;
  return min === null ? `≤ ${written(max)}` : `${written(min)} – ${written(max)}`;
};

type Range = { min: string | null; max: string | null };
type AmountsProps = {
  min: number | null;
  max: number | null;
  currency: string;
  onApply: (range: Range) => void;
};

const Amounts = ({ min, max, currency, onApply }: AmountsProps) => {
  const [typed, setTyped] = useState({ min: amountInput(min, currency), max: amountInput(max, currency) });
  // Without a currency: the list may contain several.
  const textOf = (amount: string): string | null =>
    parseAmount(amount.replaceAll(/\p{Sc}/gu, ''), currency)?.toString() ?? null;
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
