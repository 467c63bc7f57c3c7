import type { CheckoutPublic } from './api.ts';
import { BankQuestion } from './BankQuestion.tsx';
import { Notice } from './Notice.tsx';
import { isAskingBank } from './use-checkout.ts';

type Props = { checkout: CheckoutPublic; isLate: boolean; onAsk: () => unknown };

/** The payment is on its way; nothing is left for the customer to do, unless their bank has a question. */
export const Waiting = ({ checkout, isLate, onAsk }: Props) => {
  const intent = checkout.paymentProcessorMetadata['intent_client_secret'];
  if (isLate)
    return (
      <Notice
        title="This takes longer than usual"
        text="Your payment is still being processed. You can close this page; you will not be charged twice."
        action={{ label: 'Look again', act: onAsk }}
      />
    );
  return (
    <Notice
      title="Completing your purchase"
      isBusy
      text="This takes a few seconds. Please keep this page open."
    >
      {isAskingBank(checkout) && intent && (
        <BankQuestion checkout={checkout} intent={intent} onAnswered={() => void onAsk()} />
      )}
    </Notice>
  );
};
