import { BankQuestion } from '../../buyers/BankQuestion.tsx';
import { StripeQuestion } from '../../buyers/StripeCard.tsx';
import { useIsAtStripe } from '../parts.ts';
import { usePortal } from '../portal.ts';

/** `text`: what the bank wants to know. */
type Props = { text: string; intent: string; onAnswered: () => void };

/** The customer's bank wants to hear from them: by a dialog of the sandbox, or by a frame of Stripe's. */
export const Question = ({ text, intent, onAnswered }: Props) => {
  const { seller } = usePortal();
  return useIsAtStripe() ? (
    <StripeQuestion facts={seller.paymentProcessor} intent={intent} onAnswered={onAnswered} />
  ) : (
    <BankQuestion text={text} intent={intent} onAnswered={onAnswered} />
  );
};
