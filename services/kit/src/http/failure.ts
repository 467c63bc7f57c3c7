/** Maps anything thrown to the failure that the caller sees. */
import type { Dialect, Failure } from '@tessera/proto/api/error';
import { z } from 'zod';
import { isOutage } from '../database/outage.ts';
import { AppError, kitErrors } from '../errors.ts';
import type { Refusal } from './bodies.ts';

/**
 * Known errors keep their message; an unreadable body is a validation error; an outage is a 503, worth a retry;
 * anything else is a generic 500.
 */
export const failureOf = (error: unknown, dialect: Dialect): Failure => {
  if (error instanceof AppError) return error.failure;
  // Its code looks like an outage, but the client has disconnected.
  if ((error as { type?: unknown } | null)?.type === 'request.aborted') return kitErrors.BadRequest().failure;
  if (isOutage(error)) return kitErrors.ServiceUnavailable().failure;
  const { type, status, code, expose, name } = (error ?? {}) as Partial<Record<string, unknown>>;
  // Statement timeout: waiting for locks or a busy server. Not an outage: a consumer must eventually give up on an
  // event whose statement always times out.
  if (code === '57014') return kitErrors.ServiceUnavailable().failure;
  if (type === 'entity.too.large') return kitErrors.PayloadTooLarge().failure;
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return kitErrors.UnsupportedMediaType().failure;
  if (type === 'entity.parse.failed')
    return refuseBody(dialect, (error as { refusal?: Refusal }).refusal ?? noJson);
  // Class 22 is "data exception": the value itself cannot be stored (lone surrogates, numbers out of range).
  if (typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code))
    return refuseBody(dialect, { message: 'A value cannot be stored', type: 'value_error', paths: [[]] });
  // Only errors of Express and its body parsers: a 404 thrown by another library is not this caller's fault.
  const isRefused = expose === true || name === 'URIError';
  if (isRefused && typeof status === 'number' && status >= 400 && status < 500)
    return kitErrors.BadRequest().failure;
  return kitErrors.InternalServerError().failure;
};

const noJson: Refusal = { message: 'The body is not valid JSON', type: 'json_invalid', paths: [[]] };

const refuseBody = (dialect: Dialect, { message, type, paths }: Refusal): Failure =>
  dialect.refuse(
    'body',
    z.unknown(),
    paths.map((path) => ({ code: 'custom', path, message, params: { type }, input: undefined })),
  );
