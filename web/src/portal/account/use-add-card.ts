import { useState } from 'react';
import { failureText } from '../../buyers/refusal.ts';
import { type PaymentMethodAdded, routes } from '../api.ts';
import { t } from '../i18n.ts';
import { usePortal } from '../portal.ts';

/** The act of keeping a card: its bank may want to hear from its owner first. */
export const useAddCard = (onDone: () => void) => {
  const { change, answers } = usePortal();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [intent, setIntent] = useState<string | null>(null);
  const add = async (confirmationTokenId: string) => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    const { data, error } = await change<PaymentMethodAdded>(routes.methods, {
      method: 'POST',
      body: { confirmationTokenId, setDefault: true, returnUrl: window.location.href },
    });
    setIsBusy(false);
    if (error) return setProblem(error.name === 'PaymentError' ? t('methods.declined') : failureText(error));
    if ('clientSecret' in data) return setIntent(data.clientSecret);
    onDone();
  };
  const onAnswered = async () => {
    setIntent(null);
    await answers.refresh();
    onDone();
  };
  return { isBusy, problem, intent, add, onAnswered };
};
