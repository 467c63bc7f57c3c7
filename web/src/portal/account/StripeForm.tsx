import { useRef, useState } from 'react';
import { StripeCard } from '../../buyers/card/StripeCard.tsx';
import type { CardForm, Due } from '../../buyers/card/stripe.ts';
import controls from '../../buyers/form/Controls.module.css';
import { Input } from '../../buyers/form/Input.tsx';
import { t } from '../i18n.ts';
import { usePortal } from '../portal.ts';
import { useForm } from '../ui/use-form.ts';
import { CardEnd } from './CardEnd.tsx';

type Props = {
  label: string;
  isBusy: boolean;
  due: Due;
  onToken: (confirmationTokenId: string) => unknown;
  refusal: string | null;
  onClose?: () => void;
};

/** This form has a name field; Stripe's has the rest (country, postal code). */
const asks = { billingDetails: { name: 'never' } } as const;

/** A card form of Stripe's. */
export const StripeForm = ({ label, isBusy, due, onToken, refusal, onClose }: Props) => {
  const { seller } = usePortal();
  const card = useRef<CardForm | null>(null);
  const { form, bind, problem, reject } = useForm({ name: '' });
  const [isExchanging, setIsExchanging] = useState(false);
  const isHeld = isBusy || isExchanging;
  const send = async () => {
    if (isHeld) return;
    const name = form.name.trim();
    if (reject(name === '' ? { name: t('error.name') } : {})) return;
    setIsExchanging(true);
    const returnUrl = `${window.location.origin}${window.location.pathname}`;
    const token = await card.current?.createToken({ details: { name }, returnUrl }).catch(() => null);
    setIsExchanging(false);
    if (!token) return void reject({ form: t('error.broken') });
    if (token.id !== null) return onToken(token.id);
    if (token.message !== null) reject({ form: token.message });
  };
  return (
    <form
      className={controls.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <StripeCard facts={seller.paymentProcessor} due={due} asks={asks} card={card} />
      <fieldset className={controls.fields} disabled={isHeld}>
        <Input label={t('card.name')} autoComplete="cc-name" {...bind('name')} />
      </fieldset>
      <CardEnd label={label} isBusy={isHeld} problem={problem ?? refusal} onClose={onClose} />
    </form>
  );
};
