import { amountInput, parseAmount } from '../ui/money.ts';
import { TextField } from '../ui/TextField.tsx';
import { AddressFields } from './AddressFields.tsx';
import type { CheckoutPublic } from './api.ts';
import { BoughtBefore } from './BoughtBefore.tsx';
import { CardFields } from './CardFields.tsx';
import classes from './Checkout.module.css';
import { amountProblem, asksForAddress, asksForAmount } from './form.ts';
import type { usePayment } from './use-payment.ts';

type Props = { checkout: CheckoutPublic; payment: ReturnType<typeof usePayment> };

/** Everything a checkout asks for, and nothing that it does not need. */
export const Fields = ({ checkout, payment }: Props) => {
  const { form, bind, change, addErrors } = payment;
  return (
    <>
      {asksForAmount(checkout) && <AmountField checkout={checkout} payment={payment} />}
      <div className={classes.group}>
        <h2 className={classes.heading}>Contact</h2>
        <TextField
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          isReadOnly={isKnown(checkout)}
          hint={isKnown(checkout) ? 'This checkout belongs to this address.' : undefined}
          {...bind('email')}
        />
        <BoughtBefore
          checkout={checkout}
          email={form.email.trim()}
          onRefused={(message) => addErrors({ email: message })}
        />
        {!checkout.isPaymentFormRequired && (
          <TextField label="Name" autoComplete="name" isOptional {...bind('name')} />
        )}
      </div>
      {checkout.isPaymentFormRequired && <CardFields bind={bind} />}
      {asksForAddress(checkout) && (
        <AddressFields checkout={checkout} form={form} bind={bind} onChange={change} />
      )}
    </>
  );
};

/** The customer names the price; the totals follow as soon as the field is left. */
const AmountField = ({ checkout, payment }: Props) => {
  const { form, bind, change } = payment;
  const field = bind('amount');
  const wrong = amountProblem(form, checkout);
  const apply = () => {
    const amount = parseAmount(form.amount);
    if (wrong === null && amount !== checkout.amount) void change({ amount });
  };
  return (
    <TextField
      label="Amount"
      prefix="$"
      inputMode="decimal"
      hint={boundsOf(checkout)}
      {...field}
      error={field.error ?? wrong ?? undefined}
      onBlur={apply}
    />
  );
};

/** A checkout that has found its customer stays with them. */
const isKnown = ({ customerId, customerEmail }: CheckoutPublic): boolean =>
  customerId !== null && customerEmail !== null;

const boundsOf = ({ productPrice: price }: CheckoutPublic): string | undefined => {
  if (price.amountType !== 'custom') return undefined;
  const { minimumAmount: least, maximumAmount: most } = price;
  if (least !== null && most !== null) return `Between $${amountInput(least)} and $${amountInput(most)}.`;
  if (least !== null) return `At least $${amountInput(least)}.`;
  return most === null ? 'Pay what you want.' : `At most $${amountInput(most)}.`;
};
