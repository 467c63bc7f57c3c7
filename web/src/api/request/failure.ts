import type { RefusedField } from '@tessera/proto/api/error';
import { t } from '../../i18n/t.ts';

/** A failed request, in one shape for both APIs. */
export type Failure = {
  /** HTTP status; 0 without a response. */
  status: number;
  /** The error's name (`ResourceNotFound`) or code (`USER_ALREADY_EXISTS`). */
  name: string;
  message: string;
  fields: RefusedField[];
};

const unreachable = () => t('common:tesseraCannotBeReachedCheck');
const broken = () => t('common:somethingWentWrong');

const byStatus = (): Record<number, string> => ({
  401: t('common:youAreSignedOut'),
  403: t('common:youAreNotAllowed'),
  404: t('common:thisDoesNotExist'),
  413: t('common:thatIsTooLarge'),
  429: t('common:tooManyAttemptsWait'),
  502: t('common:thisPartOfTessera'),
  503: t('common:thisPartOfTessera'),
  504: t('common:thisTookTooLongTry'),
});

export const noAnswer = (): Failure => ({ status: 0, name: 'NoAnswer', message: unreachable(), fields: [] });

/** No response in time: as when the gateway has waited in vain for a service. */
export const lateAnswer = (): Failure => ({
  status: 504,
  name: 'NoAnswer',
  message: t('common:thisTookTooLongTry'),
  fields: [],
});

/** The message for a status whose response has none. */
export const fallbackMessage = (status: number): string => byStatus()[status] ?? broken();

/** Narrows an error of RTK Query: a failure of ours, or an exception in the browser. */
export const asFailure = (error: unknown): Failure => {
  if (typeof error === 'object' && error !== null && 'status' in error && 'fields' in error)
    return error as Failure;
  return { status: 0, name: 'Error', message: broken(), fields: [] };
};

/** Whether a failure may pass by itself: no response, too many requests, or a server in trouble; no refusal. */
export const mayPass = (error: unknown): boolean => {
  const { status } = asFailure(error);
  return status === 0 || status === 429 || status >= 500;
};

/** The message of a failure, for display. */
export const describeFailure = (error: unknown): string => asFailure(error).message;
