import { StripeCard } from '../../buyers/card/StripeCard.tsx';
import type { Due } from '../../buyers/card/stripe.ts';
import classes from '../../buyers/form/Controls.module.css';
import { Input } from '../../buyers/form/Input.tsx';
import type { CheckoutPublic } from '../api.ts';
import { t } from '../i18n.ts';
import type { Payment } from './use-payment.ts';

type Props = { checkout: CheckoutPublic; payment: Payment };

/** The page has its own fields for these. */
const asks = {
  billingDetails: { name: 'never', email: 'never', phone: 'never', address: 'if_required' },
} as const;

/** The card form of a checkout that is paid through Stripe. */
export const StripeFields = ({ checkout, payment }: Props) => (
  <div className={classes.group}>
    <h2 className={classes.heading}>{t('card.heading')}</h2>
    <StripeCard
      facts={checkout.paymentProcessorMetadata}
      due={dueOf(checkout)}
      asks={asks}
      card={payment.card}
    />
    <Input label={t('card.name')} autoComplete="cc-name" {...payment.bind('name')} />
  </div>
);

/** The amount due now; none, as in a trial: the card is saved for later. */
const dueOf = ({ isPaymentRequired, totalAmount, currency, product }: CheckoutPublic): Due => {
  const keeps = product.recurringInterval === null ? {} : { setupFutureUsage: 'off_session' as const };
  return isPaymentRequired
    ? { mode: 'payment', amount: totalAmount, currency, ...keeps }
    : { mode: 'setup', currency, ...keeps };
};
