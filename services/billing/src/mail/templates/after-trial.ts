/** The sentences on what follows a trial: in its receipt and in the reminder before it ends. Pure. */
import { plainName } from '@tessera/kit/text/plain-name';
import type { Words } from './words.ts';

/** `amount`: charged at the end of the trial, formatted; null: nothing. `hasUsage`: usage is charged in addition. */
export type AfterTrial = {
  amount: string | null;
  hasUsage: boolean;
  product: string;
  endsAt: Date;
  hasCard: boolean;
};

export const sayAfterTrial = (
  { t, day }: Words,
  { amount, hasUsage, product, endsAt, hasCard }: AfterTrial,
): string[] => {
  const facts = { product: plainName(product, t('yourPurchase')), date: day(endsAt) };
  const ends =
    amount === null
      ? t('trial.textNothing', facts)
      : t(hasCard ? 'trial.text' : 'trial.textNoCard', { ...facts, amount });
  return [ends, ...(hasUsage ? [t('trial.usage')] : []), t(hasCard ? 'trial.cancel' : 'trial.addCard')];
};
