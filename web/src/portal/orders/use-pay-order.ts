import { useState } from 'react';
import { failureText } from '../../buyers/request/refusal.ts';
import { type Order, type PaymentConfirmation, type PaymentStatus, routes } from '../api.ts';
import { t } from '../i18n.ts';
import { usePortal } from '../portal.ts';

type Means = { confirmationTokenId: string } | { paymentMethodId: string };

const longestWaitSeconds = 30;

/** Pays an order: one press causes one charge, then the outcome is awaited. */
export const usePayOrder = ({ id }: Pick<Order, 'id'>) => {
  const { ask, answers, change } = usePortal();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [intent, setIntent] = useState<string | null>(null);

  const end = (message: string | null) => {
    setIsBusy(false);
    setProblem(message);
  };
  /**
   * Processors take a moment to report the outcome. A pending question of the bank, from before a reload or from
   * another tab, is asked again.
   */
  const awaitOutcome = async ({ isAnswered = false } = {}) => {
    for (let second = 0; second < longestWaitSeconds; second += 1) {
      const { data } = await ask<PaymentStatus>(routes.paymentStatus(id));
      if (data?.status === 'requires_action' && data.clientSecret && !isAnswered)
        return setIntent(data.clientSecret);
      if (data?.status === 'succeeded') {
        await answers.refresh();
        return end(null);
      }
      if (data?.status === 'failed') return end(t(data.isRefunded ? 'payOrder.refunded' : 'payOrder.failed'));
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    await answers.refresh();
    end(t('payOrder.late'));
  };
  const pay = async (means: Means) => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    const { data, error } = await change<PaymentConfirmation>(routes.payment(id), {
      method: 'POST',
      body: means,
    });
    // Another press, here or elsewhere, is paying it already.
    if (error?.status === 409) return awaitOutcome();
    if (error) return end(failureText(error));
    if (data.status === 'failed') return end(t('error.declined'));
    if (data.status === 'requires_action' && data.clientSecret) return setIntent(data.clientSecret);
    await awaitOutcome();
  };
  const onAnswered = () => {
    setIntent(null);
    void awaitOutcome({ isAnswered: true });
  };
  /** For another card: the problem was that of the one before. */
  const forget = () => setProblem(null);
  return { isBusy, problem, intent, pay, onAnswered, forget };
};
