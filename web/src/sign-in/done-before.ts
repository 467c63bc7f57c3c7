/** What was done in the dashboard on the way here: its notices do not outlive its document. */
import { t } from '../i18n/t.ts';

export type Done = 'reset' | 'signUp';

/** What the router hands on with an address: kept in the history under `usr`, also when another document is loaded. */
export const stateOf = (done: Done): { done: Done } => ({ done });

/** What is to be said of it; null: one has come by another way. */
export const doneBefore = (state: unknown, search: string): string | null => {
  // By an address: the link of a mail leads here too.
  if (new URLSearchParams(search).get('deleted') === 'true') return t('sign-in:yourAccountWasDeleted');
  const done = fieldOf(fieldOf(state, 'usr'), 'done');
  if (done === 'reset') return t('sign-in:yourPasswordWasChanged');
  return done === 'signUp' ? t('sign-in:yourAccountIsReadySign') : null;
};

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
