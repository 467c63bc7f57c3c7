import { Confirmed } from './Confirmed.tsx';
import { Notice } from './Notice.tsx';
import { Payment } from './Payment.tsx';
import { useCheckout } from './use-checkout.ts';
import { Waiting } from './Waiting.tsx';

type Props = { clientSecret: string; isReturn: boolean };

/** A checkout in whatever state it is: to be paid, being settled, paid, over. */
export const CheckoutPage = ({ clientSecret, isReturn }: Props) => {
  const desk = useCheckout(clientSecret);
  const { view } = desk;
  switch (view.at) {
    case 'loading':
      return <Notice title="One moment" isBusy text="Your checkout is being opened." />;
    case 'unreachable':
      return (
        <Notice
          title="This did not work"
          text={view.message}
          action={{ label: 'Try again', act: desk.reload }}
        />
      );
    case 'unknown':
      return (
        <Notice
          title="This checkout does not exist"
          text="Check that you have the whole link, or ask the seller for a new one."
        />
      );
    case 'expired':
      return isReturn ? (
        <Notice
          title="This confirmation is no longer shown"
          text="If you have paid, your purchase stands. Ask the seller if you need anything."
        />
      ) : (
        <Notice
          title="This checkout has expired"
          text="Nothing was charged. Ask the seller for a new link to buy."
        />
      );
    case 'waiting':
      return <Waiting checkout={view.checkout} isLate={view.isLate} onAsk={desk.wait} />;
    case 'paid':
      return <Confirmed checkout={view.checkout} />;
    case 'leaving':
      return (
        <Notice
          title="Thank you"
          isBusy
          text="Your purchase is complete. You are being taken back to the seller."
        />
      );
    case 'open':
      return <Payment checkout={view.checkout} message={view.message} desk={desk} />;
  }
};
