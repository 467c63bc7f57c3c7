import { TextField } from '../ui/TextField.tsx';
import classes from './Checkout.module.css';
import { groupDigits, groupExpiry } from './card.ts';
import type { Field } from './form.ts';
import type { Bound } from './use-payment.ts';

/** The card. Its number goes to the payment processor only, in exchange for a token. */
export const CardFields = ({ bind }: { bind: (field: Field) => Bound }) => {
  const number = bind('number');
  const expiry = bind('expiry');
  return (
    <div className={classes.group}>
      <h2 className={classes.heading}>Card</h2>
      <TextField
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        {...number}
        value={groupDigits(number.value)}
        onChange={(typed) => number.onChange(groupDigits(typed))}
      />
      <div className={classes.pair}>
        <TextField
          label="Expiry"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          {...expiry}
          onChange={(typed) => expiry.onChange(groupExpiry(typed))}
        />
        <TextField
          label="Security code"
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="CVC"
          {...bind('cvc')}
        />
      </div>
      <TextField label="Name on card" autoComplete="cc-name" {...bind('name')} />
    </div>
  );
};
