import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { serverNow } from '../../api/request/server-time.ts';
import { t } from '../../i18n/t.ts';
import { formatDate } from '../format/dates.ts';
import { lastDay } from '../format/typed-values.ts';
import { dayBefore } from './days.ts';
import classes from './FilterChip.module.css';
import { FilterChip } from './FilterChip.tsx';
import type { ListState } from './list-state.ts';

type Props = { list: ListState; label: string };

const presets = [1, 7, 30, 90];

/** Filters by date, inclusive; `from` and `until` in the address. */
export const DateFilter = ({ list, label }: Props) => {
  const [from, until] = [list.filter('from'), list.filter('until')];
  const set = (range: { from: string | null; until: string | null }) => list.setFilters(range);
  return (
    <FilterChip label={label} value={describe(from, until)} onClear={() => set({ from: null, until: null })}>
      {(close) => (
        <>
          {presets.map((days) => (
            <UnstyledButton
              key={days}
              className={classes.choice}
              onClick={() => {
                set({ from: dayBefore(serverNow(), days - 1), until: null });
                close();
              }}
            >
              {days === 1 ? t('table:today') : t('table:lastDays', { days })}
            </UnstyledButton>
          ))}
          <OwnDates
            from={from}
            until={until}
            onApply={(range) => {
              set(range);
              close();
            }}
          />
        </>
      )}
    </FilterChip>
  );
};

const describe = (from: string, until: string): string | null => {
  if (from === '' && until === '') return null;
  if (until === '') return `${t('table:from')} ${formatDate(from)}`;
  return from === ''
    ? `${t('table:until')} ${formatDate(until)}`
    : `${formatDate(from)} – ${formatDate(until)}`;
};

type OwnProps = { from: string; until: string; onApply: (range: { from: string; until: string }) => void };

const OwnDates = ({ from, until, onApply }: OwnProps) => {
  const [range, setRange] = useState({ from, until });
  return (
    <form
      className={classes.own}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(range);
      }}
    >
      <TextInput
        type="date"
        size="xs"
        label={t('table:from')}
        value={range.from}
        max={range.until || lastDay}
        onChange={({ currentTarget: { value } }) => setRange((known) => ({ ...known, from: value }))}
      />
      <TextInput
        type="date"
        size="xs"
        label={t('table:until')}
        value={range.until}
        min={range.from || undefined}
        max={lastDay}
        onChange={({ currentTarget: { value } }) => setRange((known) => ({ ...known, until: value }))}
      />
      <Button type="submit" size="xs">
        {t('table:apply')}
      </Button>
    </form>
  );
};
