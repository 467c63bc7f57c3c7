import { t } from '../i18n.ts';
import type { PricedProduct } from './price.ts';
import classes from './UsagePrices.module.css';
import { usagePrices } from './usage-price.ts';

/** Usage prices, shown before the purchase; nothing for products without metered prices. */
export const UsagePrices = ({ prices, currency }: { prices: PricedProduct['prices']; currency: string }) => {
  const shown = usagePrices(prices, currency);
  if (shown.length === 0) return null;
  return (
    <dl className={classes.prices} aria-label={t('price.usage')}>
      {shown.map(({ id, name, lines }) => (
        <div key={id}>
          <dt dir="auto">{name}</dt>
          {lines.map((line) => (
            <dd key={line}>{line}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
};
