/** Errors of event ingestion. */
import { AppError } from '@tessera/kit/errors';

export type Refusal = NonNullable<AppError['failure']['fields']>[number];

/** A validation error that names every refused event. */
export const refuseEvents = (fields: Refusal[]): AppError =>
  new AppError({
    name: 'RequestValidationError',
    status: 422,
    message: fields[0]?.msg ?? null,
    fields: fields.toSorted((one, other) => Number(one.loc[2]) - Number(other.loc[2])),
  });
