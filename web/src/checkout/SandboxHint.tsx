import type { CheckoutPublic } from './api.ts';
import classes from './Checkout.module.css';
import { groupDigits, testCards } from './card.ts';

type Props = { checkout: CheckoutPublic; onPick: (number: string) => void };

/** For those who try things out: no money moves here, and which cards do what. */
export const SandboxHint = ({ checkout, onPick }: Props) =>
  checkout.paymentProcessorMetadata['processor'] === 'sandbox' ? (
    <details className={classes.sandbox}>
      <summary>Sandbox: use card 4242 4242 4242 4242. No money moves.</summary>
      <ul>
        {testCards.map(({ number, does }) => (
          <li key={number}>
            <button type="button" className={classes.card} onClick={() => onPick(groupDigits(number))}>
              {groupDigits(number)}
            </button>{' '}
            {does}
          </li>
        ))}
      </ul>
    </details>
  ) : null;
