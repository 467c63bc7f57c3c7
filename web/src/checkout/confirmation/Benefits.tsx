import { WithLinks } from '../../buyers/display/WithLinks.tsx';
import type { CheckoutPublic, PurchasedBenefit } from '../api.ts';
import { t } from '../i18n.ts';
import classes from './Benefits.module.css';
import { HandedOut } from './HandedOut.tsx';
import type { PurchaseState } from './use-purchase.ts';

/** The benefits of the purchase, with the seller's notes. */
export const Benefits = ({
  checkout,
  state: { purchase, isWaiting },
}: {
  checkout: CheckoutPublic;
  state: PurchaseState;
}) => {
  const granted = purchase?.benefits ?? [];
  const isHere = (id: string) => granted.some((benefit) => benefit.id === id);
  const toConnect = purchase?.toConnect ?? [];
  const isAwaited = ({ id }: { id: string }) => !isHere(id) && toConnect.every((one) => one.id !== id);
  const awaited = purchase?.isGranted === true ? [] : checkout.product.benefits.filter(isAwaited);
  if (granted.length + toConnect.length + awaited.length === 0) return null;
  return (
    <section aria-labelledby="benefits" aria-live="polite">
      <h2 id="benefits" className={classes.heading}>
        {t('summary.benefits')}
      </h2>
      <ul className={classes.list}>
        {granted.map((benefit) => (
          <Benefit key={benefit.id} clientSecret={checkout.clientSecret} benefit={benefit} />
        ))}
        {toConnect.map(({ id, type, description }) => (
          <li key={id}>
            <p className={classes.name} dir="auto">
              {description}
            </p>
            <p className={classes.later}>
              {t('done.connect', {
                platform: type === 'discord' ? 'Discord' : 'GitHub',
                link: t('done.portal'),
              })}
            </p>
          </li>
        ))}
        {awaited.map(({ id, description }) => (
          <li key={id}>
            <p className={classes.name} dir="auto">
              {description}
            </p>
            <p className={classes.later}>{t(isWaiting ? 'done.preparing' : 'done.notReady')}</p>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Benefit = ({ clientSecret, benefit }: { clientSecret: string; benefit: PurchasedBenefit }) => (
  <li>
    <p className={classes.name} dir="auto">
      {benefit.description}
    </p>
    {benefit.note && (
      <p className={classes.note} dir="auto">
        <WithLinks text={benefit.note} />
      </p>
    )}
    <HandedOut clientSecret={clientSecret} benefit={benefit} />
  </li>
);
