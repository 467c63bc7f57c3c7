/** Errors for repeated requests. */
import { AppError, defineErrors, refuseField } from '@tessera/kit/errors';

export const idempotencyErrors = defineErrors({
  idempotency_outcome_unknown: {
    status: 409,
    message:
      'The request with this idempotency key was interrupted after it had taken effect. Check the current state before you send another.',
  },
});

const reused = 'This idempotency key was used for another request.';

/** Names the header as an invalid field: the contract's client reads nothing else of a 422. */
export const refuseReused = (): AppError =>
  new AppError({
    name: 'idempotency_key_reused',
    status: 422,
    message: reused,
    fields: [{ loc: ['header', 'idempotency-key'], msg: reused, type: 'value_error' }],
  });

export const refuseInFlight = (): AppError =>
  new AppError({
    name: 'idempotency_key_in_flight',
    status: 409,
    message: 'A request with this idempotency key is in progress.',
    retryAfter: 1,
  });

export const refuseKey = (): AppError =>
  refuseField(['header', 'idempotency-key'], 'Must be 1 to 255 printable ASCII characters.');
