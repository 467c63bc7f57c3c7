import type { CheckoutPublic } from './api.ts';
import classes from './Checkout.module.css';
import { groupDigits, testCards } from './card.ts';
import { t } from './i18n.ts';

type Props = { checkout: CheckoutPublic; onPick: (number: string) => void };

/** For those who try things out: no money moves here, and which cards do what. */
export const SandboxHint = ({ checkout, onPick }: Props) =>
  checkout.paymentProcessorMetadata['processor'] === 'sandbox' ? (
    <details className={classes.sandbox}>
      <summary>{t('test.hint', { card: '4242 4242 4242 4242' })}</summary>
      <ul>
        {testCards.map(({ number, does }) => (
          <li key={number}>
            <button type="button" className={classes.card} onClick={() => onPick(groupDigits(number))}>
              {groupDigits(number)}
            </button>{' '}
            {t(does)}
          </li>
        ))}
      </ul>
    </details>
  ) : null;
