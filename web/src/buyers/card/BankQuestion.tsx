import { useEffect, useId, useRef, useState } from 'react';
import classes from '../form/Controls.module.css';
import { t } from '../i18n.ts';
import { authenticate } from '../request/call.ts';
import { failureText } from '../request/refusal.ts';

/** `text`: the bank's question. */
type Props = { text: string; intent: string; onAnswered: () => void };

/** The bank's question to the customer. The payment waits for the answer; nothing else can be done meanwhile. */
export const BankQuestion = ({ text, intent, onAnswered }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const { isSending, error, answer } = useAnswer(intent, onAnswered);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      // Browsers let a second Escape close any dialog; the payment still waits for the answer.
      onClose={() => dialog.current?.showModal()}
    >
      <h2 id={titleId} tabIndex={-1}>
        {t('bank.title')}
      </h2>
      <p>{text}</p>
      {error && (
        <p role="alert" className={classes.alert}>
          {error}
        </p>
      )}
      <div className={classes.acts}>
        <button
          type="button"
          className={classes.pay}
          aria-disabled={isSending}
          onClick={() => void answer('approve')}
        >
          {t('bank.approve')}
        </button>
        <button
          type="button"
          className={classes.secondary}
          aria-disabled={isSending}
          onClick={() => void answer('deny')}
        >
          {t('bank.deny')}
        </button>
      </div>
    </dialog>
  );
};

/** Sends one answer to the bank; a refused second answer reports the outcome of the first. */
const useAnswer = (intent: string, onAnswered: () => void) => {
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const answer = async (outcome: 'approve' | 'deny') => {
    if (isSending) return;
    setIsSending(true);
    const { error: failure } = await authenticate(intent, outcome);
    setIsSending(false);
    if (!failure || (failure.status >= 400 && failure.status < 500)) onAnswered();
    else setError(failureText(failure));
  };
  return { isSending, error, answer };
};
