import type { RefusedField } from '@tessera/proto/api/error';

/** What a request may end with besides its reply, in one shape for both dialects of the server. */
export type Failure = {
  /** HTTP status; 0 when no answer came at all. */
  status: number;
  /** The error's name (`ResourceNotFound`) or code (`USER_ALREADY_EXISTS`). */
  name: string;
  message: string;
  fields: RefusedField[];
};

const unreachable = 'Tessera cannot be reached. Check your connection and try again.';
const broken = 'Something went wrong on our side. Try again in a moment.';

const byStatus: Record<number, string> = {
  401: 'You are signed out.',
  403: 'You are not allowed to do this.',
  404: 'This does not exist, or you may not see it.',
  413: 'That is too large to be sent.',
  429: 'Too many attempts. Wait a moment and try again.',
  502: 'This part of Tessera is not available right now. Try again in a moment.',
  503: 'This part of Tessera is not available right now. Try again in a moment.',
  504: 'This took too long. Try again in a moment.',
};

export const noAnswer: Failure = { status: 0, name: 'NoAnswer', message: unreachable, fields: [] };

/** The words for a status that came without any. */
export const fallbackMessage = (status: number): string => byStatus[status] ?? broken;

/** Narrows what RTK Query hands out: our failures, or something thrown in the browser. */
export const asFailure = (error: unknown): Failure => {
  if (typeof error === 'object' && error !== null && 'status' in error && 'fields' in error)
    return error as Failure;
  return { status: 0, name: 'Error', message: broken, fields: [] };
};

/** A failure's words for a person. */
export const describeFailure = (error: unknown): string => asFailure(error).message;
