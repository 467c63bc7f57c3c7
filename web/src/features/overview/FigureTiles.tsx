import { Anchor } from '@mantine/core';
import { memo } from 'react';
import { t } from '../../i18n/t.ts';
import { changeOf } from '../../ui/chart/points.ts';
import { Sparkline } from '../../ui/chart/Sparkline.tsx';
import { Change } from './Change.tsx';
import classes from './FigureTiles.module.css';
import { figures, type TileFigure } from './figures.ts';
import { formatFigure } from './format.ts';
import type { Figures, Look } from './use-figures.ts';

type Props = { look: Look; data: Figures };

/** The main metrics; the selected one is charted below. */
export const FigureTiles = memo(({ look, data }: Props) => (
  <section className={classes.tiles} aria-label={t('overview:figures')}>
    {figures.map((figure) => (
      <button
        key={figure.slug}
        type="button"
        className={classes.tile}
        aria-pressed={figure === look.figure}
        onClick={() => look.setFigure(figure.slug)}
      >
        <span className={classes.label}>{t(figure.label)}</span>
        <Value figure={figure} data={data} />
      </button>
    ))}
    {data.error !== undefined && !data.now && (
      <p className={classes.failed} role="alert">
        {t('overview:couldNotBeLoaded')}{' '}
        <Anchor component="button" type="button" onClick={() => data.refetch()}>
          {t('ui:tryAgain')}
        </Anchor>
      </p>
    )}
  </section>
));

const Value = ({ figure, data: { now, then, currency, error } }: { figure: TileFigure; data: Figures }) => {
  if (!now)
    return (
      <>
        <span className={classes.value} data-waiting={!error || undefined}>
          {error ? '—' : '\u00a0'}
        </span>
        {/* Reserves the final height, so that nothing below moves when the metrics arrive. */}
        <span className={classes.foot} />
      </>
    );
  const value = now.totals[figure.slug];
  const text = formatFigure({ ...figure, currency }, value);
  return (
    <>
      <span className={classes.value} style={{ '--characters': text.length } as object} data-figures>
        {text}
        {/* Amounts have a currency symbol; counts need the name of the currency that they cover. */}
        {!figure.isMoney && now.currencies.length > 1 && (
          <span className={classes.unit}>
            {' '}
            {t('overview:inCurrency', { currency: currency.toUpperCase() })}
          </span>
        )}
      </span>
      <span className={classes.foot}>
        {then && <Change share={changeOf(value, then.totals[figure.slug])} />}
        <span className={classes.shape}>
          <Sparkline values={now.periods.map((period) => period[figure.slug])} />
        </span>
      </span>
    </>
  );
};
