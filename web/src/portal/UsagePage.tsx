import { number } from '../buyers/format.ts';
import { type CustomerMeter, type Page as PageOf, routes } from './api.ts';
import { t } from './i18n.ts';
import { useAsked } from './portal.ts';
import { UsageHistory } from './UsageHistory.tsx';
import classes from './UsagePage.module.css';
import { Page } from './ui/Page.tsx';
import { Pager, usePager } from './ui/Pager.tsx';
import { Section } from './ui/Section.tsx';
import { Empty, Shown } from './ui/State.tsx';

/** What was used, and what of it was paid for beforehand. */
export const UsagePage = () => {
  const pager = usePager();
  const asked = useAsked<PageOf<CustomerMeter>>(routes.meters(pager.query));
  return (
    <Page title={t('nav.usage')}>
      <Shown asked={asked}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <Empty text={t('usage.none')} />
          ) : (
            <>
              {items.map((one) => (
                <Section key={one.id} title={one.meter.name}>
                  <Meter meter={one} />
                  <UsageHistory id={one.id} name={one.meter.name} />
                </Section>
              ))}
              <Pager {...pager} lastPage={pagination.maxPage} />
            </>
          )
        }
      </Shown>
    </Page>
  );
};

const Meter = ({ meter: { consumedUnits, creditedUnits, balance } }: { meter: CustomerMeter }) => (
  <>
    {creditedUnits > 0 && (
      <progress
        className={classes.bar}
        value={Math.min(consumedUnits, creditedUnits)}
        max={creditedUnits}
        aria-label={t('usage.of', { used: number(consumedUnits), credited: number(creditedUnits) })}
      />
    )}
    <dl className={classes.figures}>
      <div>
        <dt>{t('usage.consumed')}</dt>
        <dd>{number(consumedUnits)}</dd>
      </div>
      {creditedUnits > 0 && (
        <>
          <div>
            <dt>{t('usage.credited')}</dt>
            <dd>{number(creditedUnits)}</dd>
          </div>
          <div>
            <dt>{t(balance < 0 ? 'usage.beyond' : 'usage.left')}</dt>
            <dd>{number(Math.abs(balance))}</dd>
          </div>
        </>
      )}
    </dl>
  </>
);
