import { useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { serverDate } from '../../api/request/server-time.ts';
import { useGetMetricsOverviewQuery } from '../../api/sales/metrics.ts';
import { ownTimeZone } from '../../ui/format/time-zone.ts';
import { figureNamed } from './figures.ts';
import { type PeriodName, periodNamed, periods, type Range, rangesOf } from './period.ts';

/** The selected period and metric, from the URL. */
export const useLook = () => {
  const [parameters, setParameters] = useSearchParams();
  const [now] = useState(serverDate);
  const period = periodNamed(parameters.get('period') ?? '');
  const set = (name: string, value: string) =>
    setParameters(
      (known) => {
        known.set(name, value);
        return known;
      },
      { replace: true, preventScrollReset: true },
    );
  const ranges = useMemo(() => rangesOf(period, now, ownTimeZone()), [period, now]);
  return {
    period,
    ...ranges,
    interval: periods[period].interval,
    setPeriod: (name: PeriodName) => set('period', name),
    figure: figureNamed(parameters.get('figure') ?? ''),
    setFigure: (slug: string) => set('figure', slug),
  };
};

export type Look = ReturnType<typeof useLook>;

type Looked = { range: Range; before: Range | null; productId?: string; currency?: string };

/** The metrics of a range and of the previous one, and the best-selling products. */
export const useFigures = ({ range, before, productId, currency }: Looked) => {
  const { organization } = useCurrentOrganization();
  const { data, currentData, error, refetch } = useGetMetricsOverviewQuery({
    organizationId: organization.id,
    ...range,
    ...(before && { previousStartDate: before.startDate }),
    ...(productId && { productId }),
    ...(currency && { currency }),
  });
  const figures = useMemo(() => {
    const { current: now, topProducts } = currentData ?? data ?? {};
    const then = currentData?.previous ?? undefined;
    return { now, then, topProducts, currency: now?.currency ?? 'usd', error, refetch };
  }, [data, currentData, error, refetch]);
  // Store updates render synchronously; deferred, they render in slices between which input is handled.
  return useDeferredValue(figures);
};

export type Figures = ReturnType<typeof useFigures>;
