import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { exportAddress } from '../../api/request/exports.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { serverDate } from '../../api/request/server-time.ts';
import { t } from '../../i18n/t.ts';
import { Filters } from '../../ui/filters/Filters.tsx';
import { ownTimeZone } from '../../ui/format/time-zone.ts';
import { Segments } from '../../ui/forms/Segments.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { ExportLink } from '../../ui/table/ExportLink.tsx';
import { ListError } from '../../ui/table/ListError.tsx';
import classes from './AnalyticsPage.module.css';
import { FigureChart } from './FigureChart.tsx';
import { type Figure, figures, furtherFigures, valueOf } from './figures.ts';
import { formatFigure, type Interval } from './format.ts';
import { PeriodPicker } from './PeriodPicker.tsx';
import { ProductSelect } from './ProductSelect.tsx';
import { periodNamed, periods, rangesOf } from './period.ts';
import { type Figures, useFigures } from './use-figures.ts';

const intervals = ['day', 'week', 'month'] as const;

/** The period, product and metrics shown are in the URL. */
const useAnalytics = () => {
  const [parameters, setParameters] = useSearchParams();
  const [now] = useState(serverDate);
  const set = (name: string, value: string | null) =>
    setParameters(
      (known) => {
        if (value) known.set(name, value);
        else known.delete(name);
        return known;
      },
      { replace: true, preventScrollReset: true },
    );
  const period = periodNamed(parameters.get('period') ?? '');
  const named = parameters.get('interval');
  const interval: Interval = intervals.find((each) => each === named) ?? periods[period].interval;
  const ranges = useMemo(() => rangesOf(period, now, ownTimeZone()), [period, now]);
  return {
    period,
    interval,
    productId: parameters.get('product') ?? '',
    currency: parameters.get('currency') ?? '',
    range: { ...ranges.range, interval },
    before: ranges.before && { ...ranges.before, interval },
    setPeriod: (name: string) => set('period', name),
    setInterval: (name: string) => set('interval', name),
    setProduct: (id: string | null) => set('product', id),
    setCurrency: (currency: string | null) => set('currency', currency),
    clear: () => setParameters({}, { replace: true }),
  };
};

/** Every metric over time, compared with the previous period. */
export const AnalyticsPage = () => {
  const look = useAnalytics();
  const data = useFigures(look);
  const { organization } = useCurrentOrganization();
  const { productId, currency, range } = look;
  const exported = { organizationId: organization.id, ...range, productId, currency };
  return (
    <>
      <PageHeader
        title={t('overview:analytics')}
        description={t('overview:analyticsDescription')}
        actions={
          <>
            <PeriodPicker look={look} />
            <ExportLink href={exportAddress('metrics', exported)} />
          </>
        }
      />
      <Filters>
        <Segments
          label={t('overview:interval')}
          choices={intervals.map((value) => ({ value, label: t(`overview:by.${value}`) }))}
          value={look.interval}
          onChange={look.setInterval}
        />
        <ProductSelect value={look.productId} onChange={look.setProduct} />
        {data.now && data.now.currencies.length > 1 && (
          <Select
            aria-label={t('overview:currency')}
            allowDeselect={false}
            data={data.now.currencies.map((value) => ({ value, label: value.toUpperCase() }))}
            value={data.currency}
            onChange={look.setCurrency}
            w={96}
          />
        )}
      </Filters>
      {data.error ? (
        <ListError
          error={data.error}
          describe={describeFailure}
          onRetry={data.refetch}
          onClear={look.clear}
        />
      ) : (
        <div className={classes.charts}>
          {[...figures, ...furtherFigures].map((figure) => (
            <FigureChart
              key={figure.slug}
              look={{ figure, interval: look.interval }}
              data={data}
              description={describeTotal(figure, data)}
            />
          ))}
        </div>
      )}
    </>
  );
};

/** The total of the range, compared with the previous one. */
const describeTotal = (figure: Figure, { now, then, currency }: Figures): string => {
  const shown = (totals: NonNullable<typeof now>['totals'] | undefined): string => {
    const value = valueOf(figure.slug, totals);
    return value === null ? '—' : formatFigure({ ...figure, currency }, value);
  };
  return then
    ? t('overview:totalAndBefore', { total: shown(now?.totals), before: shown(then.totals) })
    : shown(now?.totals);
};
