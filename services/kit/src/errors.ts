/** Errors whose messages are shown to the caller. Any other error is logged and becomes a generic 500. */
import type { Failure, RefusedField } from '@tessera/proto/api/error';

/** An error with an HTTP status and a message for the caller. */
export class AppError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message ?? failure.name);
    this.name = failure.name;
    this.failure = failure;
  }

  get status(): number {
    return this.failure.status;
  }
}

/** A row of an error table: status and message (null: no body), and a code where the contract defines one. */
export type ErrorRow = { status: number; message: string | null; code?: string };

/**
 * Turns a table of errors into factories: `errors.NotPaidOrder()` or `errors.NotPaidOrder('other message')`. The key
 * is the billing dialect's `error`; the auth dialect derives its code from the message.
 */
export const defineErrors = <Table extends Record<string, ErrorRow>>(table: Table) =>
  Object.fromEntries(
    Object.entries(table).map(([name, row]) => [
      name,
      (message: string | null = row.message, extra?: Record<string, unknown>) =>
        new AppError({ name, status: row.status, message, code: row.code, extra }),
    ]),
  ) as { [Name in keyof Table]: (message?: string | null, extra?: Record<string, unknown>) => AppError };

/** Errors common to all services. */
export const kitErrors = defineErrors({
  BadRequest: { status: 400, message: 'The request could not be read.' },
  Unauthorized: { status: 401, message: 'Not authenticated' },
  NotPermitted: { status: 403, message: 'You are not allowed to do this.' },
  ResourceNotFound: { status: 404, message: 'Not found' },
  PayloadTooLarge: { status: 413, message: 'The request body is too large.' },
  UnsupportedMediaType: { status: 415, message: 'This content type is not supported.' },
  InternalServerError: { status: 500, message: 'Internal Server Error' },
  ServiceUnavailable: { status: 503, message: 'The service is temporarily unavailable.' },
});

/** A validation error for one field in the billing dialect: `refuseField(['body', 'price'], 'Too low')`. */
export const refuseField = (loc: (string | number)[], msg: string, type = 'value_error'): AppError =>
  new AppError({ name: 'RequestValidationError', status: 422, message: msg, fields: [{ loc, msg, type }] });

type Path = (string | number)[];

/**
 * Checks each entry of a list (null: valid), and throws one validation error for all invalid ones, so that callers
 * see every fault at once. `at`: the list's path, or the path of an entry.
 */
export const refuseEntries = <Entry>(
  at: Path | ((index: number) => Path),
  entries: readonly Entry[],
  wrongWith: (entry: Entry, index: number) => string | null,
): void => {
  const fields = entries.flatMap((entry, index): RefusedField[] => {
    const msg = wrongWith(entry, index);
    if (msg === null) return [];
    return [{ loc: typeof at === 'function' ? at(index) : [...at, index], msg, type: 'value_error' }];
  });
  const [first] = fields;
  if (first) throw new AppError({ name: 'RequestValidationError', status: 422, message: first.msg, fields });
};
