import { money, units } from '../buyers/prices/format.ts';
import { type CustomerMeter, type Page as PageOf, routes, type Subscription } from './api.ts';
import { t } from './i18n.ts';
import { Limits } from './Limits.tsx';
import { OnlyThisPurchase } from './OnlyThisPurchase.tsx';
import { useAsked } from './portal.ts';
import { useDuplicate } from './subscriptions/Duplicate.tsx';
import { hasNextPayment } from './subscriptions/describe.ts';
import { Upcoming } from './subscriptions/Upcoming.tsx';
import { UsageHistory } from './UsageHistory.tsx';
import classes from './UsagePage.module.css';
import { Page } from './ui/Page.tsx';
import { Pager, usePaged } from './ui/Pager.tsx';
import { Section } from './ui/Section.tsx';
import { Empty, Shown } from './ui/State.tsx';

/** Usage by meter, and the credits left of it. */
export const UsagePage = () => {
  const { asked, pager } = usePaged<CustomerMeter>(routes.meters);
  if (asked.error?.status === 403)
    return (
      <Page title={t('nav.usage')}>
        <OnlyThisPurchase />
      </Page>
    );
  return (
    <Page title={t('nav.usage')}>
      <Shown asked={asked}>
        {({ items }) =>
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
              <Pager {...pager} />
              <Projected />
            </>
          )
        }
      </Shown>
    </Page>
  );
};

const Next = (props: { subscription: Subscription; isNamed: boolean }) => (
  <Upcoming {...props} duplicate={useDuplicate(props.subscription)} />
);

/** The projected total of the period, for each usage-based subscription. */
const Projected = () => {
  const { data } = useAsked<PageOf<Subscription>>(routes.subscriptions('active=true&limit=100'));
  const metered = data?.items.filter((each) => each.meters.length > 0 && hasNextPayment(each)) ?? [];
  return metered.map((subscription) => (
    <Next key={subscription.id} subscription={subscription} isNamed={metered.length > 1} />
  ));
};

const Meter = ({ meter }: { meter: CustomerMeter }) => (
  <>
    <Limits meter={meter} className={classes.limits} />
    <Figures meter={meter} />
  </>
);

const Figures = ({ meter }: { meter: CustomerMeter }) => {
  const { consumedUnits, creditedUnits, balance, amount, currency } = meter;
  return (
    <>
      {creditedUnits > 0 && (
        <progress
          className={classes.bar}
          value={Math.min(consumedUnits, creditedUnits)}
          max={creditedUnits}
          aria-label={t('usage.of', { used: units(consumedUnits), credited: units(creditedUnits) })}
        />
      )}
      <dl className={classes.figures}>
        <div>
          <dt>{t('usage.consumed')}</dt>
          <dd>{units(consumedUnits)}</dd>
        </div>
        {creditedUnits > 0 && (
          <>
            <div>
              <dt>{t('usage.credited')}</dt>
              <dd>{units(creditedUnits)}</dd>
            </div>
            <div>
              <dt>{t(balance < 0 ? 'usage.beyond' : 'usage.left')}</dt>
              <dd>{units(Math.abs(balance))}</dd>
            </div>
          </>
        )}
        {amount !== null && currency !== null && (
          <div>
            <dt>{t('usage.cost')}</dt>
            <dd>{money(amount, currency)}</dd>
          </div>
        )}
      </dl>
    </>
  );
};
