import { PurchasesRequest } from '@tessera/proto/api/billing/purchase';
import { useState } from 'react';
import { type CheckoutPublic, requestPurchases } from './api.ts';
import classes from './Checkout.module.css';

type Props = { checkout: CheckoutPublic; email: string; onRefused: (message: string) => void };

/** Whoever has bought here before is sent the links to it, instead of paying once more. */
export const BoughtBefore = ({ checkout, email, onRefused }: Props) => {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const send = async () => {
    if (isBusy) return;
    if (!PurchasesRequest.safeParse({ email }).success)
      return onRefused('Enter the e-mail address that you bought with.');
    setIsBusy(true);
    const { error } = await requestPurchases(checkout.clientSecret, email);
    setIsBusy(false);
    if (error) return onRefused(error.message);
    setSentTo(email);
  };
  return (
    <p className={classes.note} aria-live="polite">
      {sentTo !== null && sentTo === email ? (
        `If ${sentTo} has bought from ${checkout.organization.name} before, a mail with the links is on its way.`
      ) : (
        <>
          Bought here before?{' '}
          <button type="button" className={classes.inline} aria-disabled={isBusy} onClick={() => void send()}>
            E-mail me what I have
          </button>
        </>
      )}
    </p>
  );
};
