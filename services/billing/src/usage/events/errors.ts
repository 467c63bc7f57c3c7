/** What whoever sends events may be told. */
import { AppError } from '@tessera/kit/errors';

export type Refusal = NonNullable<AppError['failure']['fields']>[number];

/** A refused request that names every event it cannot take. */
export const refuseEvents = (fields: Refusal[]): AppError =>
  new AppError({
    name: 'RequestValidationError',
    status: 422,
    message: fields[0]?.msg ?? null,
    fields: fields.toSorted((one, other) => Number(one.loc[2]) - Number(other.loc[2])),
  });
