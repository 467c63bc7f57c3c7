import type { ReactNode } from 'react';
import { money, rate, units } from '../buyers/prices/format.ts';
import { type CustomerMeter, type Page, routes } from './api.ts';
import { t } from './i18n.ts';
import { useShows } from './parts.ts';
import { useAsked } from './portal.ts';
import { Link } from './router.tsx';
import notice from './ui/Notice.module.css';

/** Reached limits of all meters, with a link to the usage: customers must see why they are stopped. */
export const ReachedLimits = () => {
  const isShown = useShows('usage');
  const { data } = useAsked<Page<CustomerMeter>>(isShown ? routes.meters('limit=100') : null);
  return data?.items.map((one) => (
    <Limits
      key={one.id}
      meter={one}
      title={<strong>{one.meter.name}</strong>}
      act={
        <Link to={['usage']} className={notice.act}>
          {t('nav.usage')}
        </Link>
      }
    />
  ));
};

type Props = { meter: CustomerMeter; className?: string | undefined; title?: ReactNode; act?: ReactNode };

/** Thresholds that the customer has reached. Lower percentages are left out once the credits are used up. */
export const Limits = ({ meter, className = '', title, act }: Props) => {
  const { alerts, isStopped, consumedUnits, creditedUnits } = meter;
  const isUsedUp = creditedUnits > 0 && consumedUnits >= creditedUnits;
  const isPast = ({ kind, threshold }: Reached) => isUsedUp && kind === 'credit_percent' && threshold < 100;
  return (
    alerts.length > 0 && (
      <output className={`${isStopped ? notice.bad : notice.warning} ${className}`}>
        {title !== undefined && <span>{title}</span>}
        {alerts.some(isPast) && <span>{t('usage.usedUp')}</span>}
        {alerts
          .filter((alert) => !isPast(alert))
          .map((alert) => (
            <span key={alert.usageAlertId}>{reachedText(alert)}</span>
          ))}
        {isStopped && <span>{t('usage.stopped')}</span>}
        {act}
      </output>
    )
  );
};

type Reached = CustomerMeter['alerts'][number];

/** The reached threshold, with the seller's name for it unless that only repeats the figure. */
const reachedText = (alert: Reached): string => {
  const value = thresholdOf(alert);
  return isOnlyFigure(alert)
    ? t('usage.thresholdReached', { value })
    : t('usage.reached', { name: alert.name, value });
};

/** The name `80% used` only repeats a threshold of 80 percent. */
const isOnlyFigure = ({ name, kind, threshold }: Reached): boolean =>
  kind === 'credit_percent' && new RegExp(`\\b${threshold}\\s*%`).test(name);

const thresholdOf = ({ kind, threshold, currency }: Reached): string => {
  if (kind === 'amount') return money(threshold, currency);
  return kind === 'units'
    ? t('usage.units', { value: units(threshold) })
    : t('usage.percent', { value: rate(String(threshold)) });
};
