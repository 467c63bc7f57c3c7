import { money } from '../../buyers/prices/format.ts';
import type { CheckoutPublic } from '../api.ts';
import { dueToday } from '../labels.ts';
import classes from './Frame.module.css';

/** The product and the amount due, as the collapsed summary shows them. */
export const AmountOnOneLine = ({ checkout }: { checkout: CheckoutPublic }) => (
  <span className={classes.line}>
    <span className={classes.lineProduct} dir="auto">
      {checkout.product.name}
    </span>
    <span className={classes.lineAmount} data-figures>
      {money(dueToday(checkout), checkout.currency)}
    </span>
  </span>
);
