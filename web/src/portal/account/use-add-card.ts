import { useState } from 'react';
import type { Answer, Failure } from '../../buyers/request/call.ts';
import { failureText } from '../../buyers/request/refusal.ts';
import { type PaymentMethodSetup, routes } from '../api.ts';
import { t } from '../i18n.ts';
import { usePortal } from '../portal.ts';

const longestWaitSeconds = 30;

/** Saves a card; its bank may ask a question first. */
export const useAddCard = (onDone: () => void) => {
  const { look, answers } = usePortal();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [asked, setAsked] = useState<PaymentMethodSetup | null>(null);

  const end = (message: string) => {
    setIsBusy(false);
    setProblem(message);
  };
  const follow = async (
    first: Answer<PaymentMethodSetup>,
    { isAnswered }: { isAnswered: boolean },
  ): Promise<void> => {
    let answer = first;
    for (let second = 0; second < longestWaitSeconds; second += 1) {
      const { data, error } = answer;
      if (error) return end(setupRefusal(error));
      if (data.status === 'succeeded') {
        await answers.refresh();
        return onDone();
      }
      if (data.status === 'requires_action' && !isAnswered) return setAsked(data);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      answer = await look<PaymentMethodSetup>(`${routes.methods}/confirm`, { setupIntentId: data.id });
    }
    end(t('error.broken'));
  };
  const add = async (confirmationTokenId: string) => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    const body = { confirmationTokenId, setDefault: true, returnUrl: window.location.href };
    await follow(await look<PaymentMethodSetup>(routes.methods, body), { isAnswered: false });
  };
  const onAnswered = async () => {
    if (!asked) return;
    setAsked(null);
    const answer = await look<PaymentMethodSetup>(`${routes.methods}/confirm`, { setupIntentId: asked.id });
    await follow(answer, { isAnswered: true });
  };
  return { isBusy, problem, intent: asked?.clientSecret ?? null, add, onAnswered };
};

/** The token was created, so any refusal is the bank's. */
const setupRefusal = (failure: Failure): string =>
  failure.name === 'PaymentError' || failure.fields.some(({ loc }) => loc.includes('confirmation_token_id'))
    ? t('methods.declined')
    : failureText(failure);
