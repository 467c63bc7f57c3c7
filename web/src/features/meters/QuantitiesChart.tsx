import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Quantities } from '../../api/usage/usage.ts';
import { t } from '../../i18n/t.ts';
import { formatAt, formatTick, formatUnits, formatUnitsBriefly, type Period } from './periods.ts';

const Chart = lazy(async () => ({ default: (await import('../../ui/chart/Chart.tsx')).Chart }));

type Props = { data: Quantities | undefined; interval: Period['interval'] };

/** Units per period, as bars. */
export const QuantitiesChart = ({ data, interval }: Props) => {
  const placeholder = <Skeleton height={248} radius="md" />;
  if (!data) return placeholder;
  return (
    <Suspense fallback={placeholder}>
      <Chart
        label={t('meters:units')}
        points={data.quantities.map(({ timestamp, quantity }) => ({
          at: timestamp,
          value: quantity,
          before: null,
        }))}
        kind="bars"
        format={formatUnits}
        formatBriefly={formatUnitsBriefly}
        formatAt={(at) => formatAt(interval, at)}
        formatTick={(at) => formatTick(interval, at)}
      />
    </Suspense>
  );
};
