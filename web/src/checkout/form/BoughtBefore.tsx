import { useState } from 'react';
import classes from '../../buyers/form/Controls.module.css';
import { isEmail } from '../../buyers/form/fields.ts';
import { type CheckoutPublic, requestPurchases } from '../api.ts';
import { t } from '../i18n.ts';
import { failureText } from '../refusal.ts';

type Props = { checkout: CheckoutPublic; email: string; onRefused: (message: string) => void };

/** Offers returning customers a mail with links to their purchases, instead of a second payment. */
export const BoughtBefore = ({ checkout, email, onRefused }: Props) => {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const send = async () => {
    if (isBusy) return;
    if (!isEmail(email)) return onRefused(t('error.boughtEmail'));
    setIsBusy(true);
    const { error } = await requestPurchases(checkout.clientSecret, email);
    setIsBusy(false);
    if (error) return onRefused(failureText(error));
    setSentTo(email);
  };
  return (
    <p className={classes.note} aria-live="polite">
      {sentTo !== null && sentTo === email ? (
        t('contact.sent', { email: sentTo, seller: checkout.organization.name })
      ) : (
        <>
          {t('contact.before')}{' '}
          <button type="button" className={classes.inline} aria-disabled={isBusy} onClick={() => void send()}>
            {t('contact.send')}
          </button>
        </>
      )}
    </p>
  );
};
