/** What whoever repeats a request may be told. */
import { AppError, defineErrors, refuseField } from '@tessera/kit/errors';

export const idempotencyErrors = defineErrors({
  idempotency_key_reused: { status: 422, message: 'This idempotency key was used for another request.' },
  idempotency_outcome_unknown: {
    status: 409,
    message:
      'The request with this idempotency key was cut off after it had taken effect: look at what is there before you send another.',
  },
});

export const refuseInFlight = (): AppError =>
  new AppError({
    name: 'idempotency_key_in_flight',
    status: 409,
    message: 'The request with this idempotency key is being carried out.',
    retryAfter: 1,
  });

export const refuseKey = (): AppError =>
  refuseField(['header', 'idempotency-key'], 'Must be 1 to 255 printable characters of ASCII.');
