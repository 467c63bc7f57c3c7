import type { CheckoutPublic } from '@tessera/proto/api/billing/checkout';
import { useEffect, useRef, useState } from 'react';
import type { FieldErrors } from '../ui/form-errors.ts';
import { failureErrors } from '../ui/form-errors.ts';
import { amountInput, parseAmount } from '../ui/money.ts';
import { AddressFields } from './AddressFields.tsx';
import { BankQuestion } from './BankQuestion.tsx';
import { CardFields } from './CardFields.tsx';
import classes from './Checkout.module.css';
import { Frame } from './Frame.tsx';
import {
  amountError,
  asksForAddress,
  asksForAmount,
  type CheckoutForm,
  checkoutFields,
  type Field,
  formErrors,
  formOf,
} from './form.ts';
import { payLabel } from './labels.ts';
import { pay } from './pay.ts';
import { SandboxHint } from './SandboxHint.tsx';
import { Summary } from './Summary.tsx';
import { TextField } from './TextField.tsx';
import type { Desk } from './use-checkout.ts';

type Props = { checkout: CheckoutPublic; message: string | null; desk: Desk };

/** The form in which a customer pays. */
export const Payment = ({ checkout, message, desk }: Props) => {
  const [form, setForm] = useState(() => formOf(checkout));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isPaying, setIsPaying] = useState(false);
  const [bankQuestion, setBankQuestion] = useState<string | null>(null);

  const set = (field: Field) => (value: string) => {
    setForm((typed) => ({ ...typed, [field]: value }));
    setErrors(({ [field]: _fixed, form: _past, ...others }) => others);
  };
  const bind = (field: Field) => ({
    name: field,
    value: form[field],
    error: errors[field],
    onChange: set(field),
  });
  const change = async (changes: Parameters<Desk['change']>[0]) => {
    const refused = await desk.change(changes);
    if (refused) setErrors((present) => ({ ...present, ...failureErrors(refused, checkoutFields) }));
  };
  const submit = async () => {
    if (isPaying) return;
    const wrong = formErrors(form, checkout, new Date());
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return focusFirst(wrong);
    setIsPaying(true);
    const result = await pay(form, checkout);
    if (result.next === 'ask-bank') return setBankQuestion(result.intent);
    if (result.next === 'wait') return desk.wait();
    setIsPaying(false);
    if (result.next === 'reload') return desk.reload();
    setErrors(result.errors);
    focusFirst(result.errors);
  };
  const general = errors['form'] ?? message;
  return (
    <Frame
      summary={
        <Summary checkout={checkout} onChoose={(productId) => change({ productId })} isFixed={isPaying} />
      }
    >
      <form
        className={classes.form}
        noValidate
        aria-busy={isPaying}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <fieldset className={classes.fields} disabled={isPaying}>
          <Fields
            checkout={checkout}
            form={form}
            bind={bind}
            onChange={change}
            onWrong={(wrong) => setErrors((present) => ({ ...present, ...wrong }))}
          />
          {checkout.isPaymentFormRequired && <SandboxHint checkout={checkout} onPick={set('number')} />}
        </fieldset>
        <Problem message={general} />
        <button type="submit" className={classes.pay} aria-disabled={isPaying}>
          {isPaying ? <span className={classes.spinner} aria-hidden /> : null}
          {isPaying ? 'Paying…' : payLabel(checkout)}
        </button>
      </form>
      {bankQuestion !== null && (
        <BankQuestion
          checkout={checkout}
          intent={bankQuestion}
          onAnswered={() => {
            setBankQuestion(null);
            void desk.wait();
          }}
        />
      )}
    </Frame>
  );
};

/** What went wrong, brought into view and to the keyboard: it may appear far below what one was looking at. */
const Problem = ({ message }: { message: string | null }) => {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (message !== null) box.current?.focus();
  }, [message]);
  return message === null ? null : (
    <p ref={box} role="alert" tabIndex={-1} className={classes.alert}>
      {message}
    </p>
  );
};

type Bind = (field: Field) => {
  name: Field;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

type FieldsProps = {
  checkout: CheckoutPublic;
  form: CheckoutForm;
  bind: Bind;
  onChange: (changes: Parameters<Desk['change']>[0]) => Promise<void>;
  onWrong: (errors: FieldErrors) => void;
};

const Fields = ({ checkout, form, bind, onChange, onWrong }: FieldsProps) => (
  <>
    {asksForAmount(checkout) && (
      <TextField
        label="Amount"
        prefix="$"
        inputMode="decimal"
        hint={boundsOf(checkout)}
        {...bind('amount')}
        onBlur={() => {
          const wrong = amountError(form, checkout);
          const amount = parseAmount(form.amount);
          if (wrong !== null) onWrong({ amount: wrong });
          else if (amount !== checkout.amount) void onChange({ amount });
        }}
      />
    )}
    <div className={classes.group}>
      <h2 className={classes.heading}>Contact</h2>
      <TextField
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        isReadOnly={checkout.customerId !== null && checkout.customerEmail !== null}
        {...bind('email')}
      />
      {!checkout.isPaymentFormRequired && (
        <TextField label="Name" autoComplete="name" isOptional {...bind('name')} />
      )}
    </div>
    {checkout.isPaymentFormRequired && <CardFields bind={bind} />}
    {asksForAddress(checkout) && (
      <AddressFields checkout={checkout} form={form} bind={bind} onChange={onChange} />
    )}
  </>
);

const boundsOf = ({ productPrice: price }: CheckoutPublic): string | undefined => {
  if (price.amountType !== 'custom') return undefined;
  const { minimumAmount: least, maximumAmount: most } = price;
  if (least !== null && most !== null) return `Between $${amountInput(least)} and $${amountInput(most)}.`;
  if (least !== null) return `At least $${amountInput(least)}.`;
  return most === null ? 'Pay what you want.' : `At most $${amountInput(most)}.`;
};

/** The keyboard and a screen reader go where the first mistake is. */
const focusFirst = (errors: FieldErrors): void => {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('form [name]')];
  fields.find(({ name }) => errors[name] !== undefined)?.focus();
};
