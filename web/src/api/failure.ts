import type { RefusedField } from '@tessera/proto/api/error';
import { t } from '../i18n/t.ts';

/** What a request may end with besides its reply, in one shape for both dialects of the server. */
export type Failure = {
  /** HTTP status; 0 when no answer came at all. */
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

/** The words for a status that came without any. */
export const fallbackMessage = (status: number): string => byStatus()[status] ?? broken();

/** Narrows what RTK Query hands out: our failures, or something thrown in the browser. */
export const asFailure = (error: unknown): Failure => {
  if (typeof error === 'object' && error !== null && 'status' in error && 'fields' in error)
    return error as Failure;
  return { status: 0, name: 'Error', message: broken(), fields: [] };
};

/** A failure's words for a person. */
export const describeFailure = (error: unknown): string => asFailure(error).message;
