/** Notices about actions in the dashboard that led here: its own notifications end with its document. */
import { t } from '../i18n/t.ts';

export type Done = 'reset' | 'signUp';

/** The state for a navigation: the router stores it in the history under `usr`, where another document finds it. */
export const stateOf = (done: Done): { done: Done } => ({ done });

/** The text of the notice; null without one. */
export const doneBefore = (state: unknown, search: string): string | null => {
  // In the query: a mail's link leads here, too.
  if (new URLSearchParams(search).get('deleted') === 'true') return t('sign-in:yourAccountWasDeleted');
  const done = fieldOf(fieldOf(state, 'usr'), 'done');
  if (done === 'reset') return t('sign-in:yourPasswordWasChanged');
  return done === 'signUp' ? t('sign-in:yourAccountIsReadySign') : null;
};

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
