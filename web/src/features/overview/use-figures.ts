import { skipToken } from '@reduxjs/toolkit/query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { useGetMetricsQuery } from '../../api/metrics.ts';
import { serverDate } from '../../api/server-time.ts';
import { ownTimeZone } from '../../ui/time-zone.ts';
import { figureNamed } from './figures.ts';
import { type PeriodName, periodNamed, periods, type Range, rangesOf } from './period.ts';

/** The period and the figure that are looked at: they stand in the address. */
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

/** The figures of a look back, and of the one before it. */
export const useFigures = ({ range, before, productId, currency }: Looked) => {
  const { organization } = useCurrentOrganization();
  const organizationId = organization.id;
  const filter = { organizationId, ...(productId && { productId }), ...(currency && { currency }) };
  const now = useGetMetricsQuery({ ...filter, ...range });
  const then = useGetMetricsQuery(before ? { ...filter, ...before } : skipToken);
  const shown = now.currentData ?? now.data;
  const earlier = then.currentData;
  const { error, refetch } = now;
  const figures = useMemo(
    () => ({ now: shown, then: earlier, currency: shown?.currency ?? 'usd', error, refetch }),
    [shown, earlier, error, refetch],
  );
  // What comes from the store would be drawn in one piece; so it is drawn in slices, between which input is heard.
  return useDeferredValue(figures);
};

export type Figures = ReturnType<typeof useFigures>;
