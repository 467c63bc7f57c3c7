import { BankQuestion } from '../../buyers/card/BankQuestion.tsx';
import { StripeQuestion } from '../../buyers/card/StripeCard.tsx';
import { useIsAtStripe } from '../parts.ts';
import { usePortal } from '../portal.ts';

/** `text`: the bank's question. */
type Props = { text: string; intent: string; onAnswered: () => void };

/** The bank's question: in a dialog of the sandbox, or in a frame of Stripe's. */
export const Question = ({ text, intent, onAnswered }: Props) => {
  const { seller } = usePortal();
  return useIsAtStripe() ? (
    <StripeQuestion facts={seller.paymentProcessor} intent={intent} onAnswered={onAnswered} />
  ) : (
    <BankQuestion text={text} intent={intent} onAnswered={onAnswered} />
  );
};
