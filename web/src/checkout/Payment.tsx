import { useEffect, useRef } from 'react';
import type { CheckoutPublic } from './api.ts';
import { BankQuestion } from './BankQuestion.tsx';
import classes from './Checkout.module.css';
import { Fields } from './Fields.tsx';
import { Frame } from './Frame.tsx';
import { payLabel } from './labels.ts';
import { SandboxHint } from './SandboxHint.tsx';
import { Summary } from './Summary.tsx';
import type { CheckoutController } from './use-checkout.ts';
import { usePayment } from './use-payment.ts';

type Props = { checkout: CheckoutPublic; message: string | null; desk: CheckoutController };

/** The form in which a customer pays. */
export const Payment = ({ checkout, message, desk }: Props) => {
  const payment = usePayment(checkout, desk);
  const { isPaying, isHeld, intent, change, submit, resume } = payment;
  // Set up without a payment processor, the installation can give away but not sell.
  const isClosed =
    checkout.isPaymentFormRequired && checkout.paymentProcessorMetadata['processor'] === 'none';
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
          <Fields checkout={checkout} payment={payment} />
          {checkout.isPaymentFormRequired && (
            <SandboxHint checkout={checkout} onPick={payment.set('number')} />
          )}
        </fieldset>
        <Problem message={payment.problem ?? message} />
        {isClosed && <p className={classes.alert}>This shop cannot take payments yet. Nothing is charged.</p>}
        <button type="submit" className={classes.pay} aria-disabled={isPaying || isHeld} disabled={isClosed}>
          {isPaying ? <span className={classes.spinner} aria-hidden /> : null}
          {isPaying ? 'Paying…' : payLabel(checkout)}
        </button>
      </form>
      {intent !== null && <BankQuestion checkout={checkout} intent={intent} onAnswered={resume} />}
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
