/** Errors of the checkout API. */
import { AppError, defineErrors, refuseField } from '@tessera/kit/errors';
import type { RefusedField } from '@tessera/proto/api/error';

export const checkoutErrors = defineErrors({
  ResourceNotFound: { status: 404, message: 'Not found' },
  NotOpenCheckout: { status: 403, message: 'Checkout is not open.' },
  AlreadyActiveSubscriptionError: { status: 403, message: 'You already have an active subscription.' },
  ExpiredCheckoutError: { status: 410, message: 'This checkout has expired.' },
  TooManyStreams: { status: 429, message: 'Too many clients are already following this checkout.' },
  PaymentError: { status: 400, message: 'The payment failed.' },
});

/** A validation error for a field of the body: `refuse('product_id', 'Product not found.')`. */
export const refuse = (path: string | (string | number)[], message: string, type = 'value_error') =>
  refuseField(['body', ...(Array.isArray(path) ? path : [path])], message, type);

/** A validation error for an amount out of bounds; `ctx` contains the bound. */
export const refuseBounds = ({
  message,
  type,
  ctx,
}: Pick<RefusedField, 'type' | 'ctx'> & { message: string }) =>
  new AppError({
    name: 'RequestValidationError',
    status: 422,
    message,
    fields: [{ loc: ['body', 'amount'], msg: message, type, ...(ctx && { ctx }) }],
  });

/** One validation error for all invalid answers to custom fields. */
export const refuseAnswers = (refusals: readonly { slug: string; msg: string; type: string }[]): AppError =>
  new AppError({
    name: 'RequestValidationError',
    status: 422,
    message: 'The answers to custom fields are not valid.',
    fields: refusals.map(({ slug, msg, type }) => ({ loc: ['body', 'custom_field_data', slug], msg, type })),
  });

/** One validation error for all fields missing at a confirmation. */
export const refuseMissing = (paths: string[][]): AppError =>
  new AppError({
    name: 'RequestValidationError',
    status: 422,
    message: 'Required fields are missing.',
    fields: paths.map((path) => ({ loc: ['body', ...path], msg: 'Field required', type: 'missing' })),
  });
