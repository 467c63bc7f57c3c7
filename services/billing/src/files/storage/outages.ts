/** Maps errors of stores that are unavailable, full or read-only to those of the API. */
import { AppError, defineErrors, kitErrors } from '@tessera/kit/errors';
import type { FileStore } from './store.ts';

const errors = defineErrors({
  InsufficientStorage: { status: 507, message: 'There is no storage space left.' },
});

const full = new Set(['ENOSPC', 'EDQUOT']);
/** The disk fails, is read-only, or is a network file system that is unavailable. */
const unwritable = new Set(['EROFS', 'EIO', 'EACCES', 'EPERM', 'ESTALE', 'ENOTDIR']);

/** Maps an error of a store to 507 if it is full, 503 if a retry may succeed. Others stay as they are. */
export const storeFailure = (error: unknown): unknown => {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } };
  if (full.has(code ?? '')) return Object.assign(errors.InsufficientStorage(), { cause: error });
  const status = $metadata?.httpStatusCode ?? 0;
  const isAway =
    unwritable.has(code ?? '') || error.name === 'TimeoutError' || status >= 500 || status === 429;
  return isAway ? Object.assign(kitErrors.ServiceUnavailable(), { cause: error }) : error;
};

const mapErrors =
  <Given extends unknown[], Answer>(work: (...given: Given) => Promise<Answer>) =>
  async (...given: Given): Promise<Answer> => {
    try {
      return await work(...given);
    } catch (error) {
      throw storeFailure(error);
    }
  };

/** Wraps a store so that its errors are mapped by `storeFailure`. */
export const withOutages = (store: FileStore): FileStore => ({
  ...store,
  begin: mapErrors(store.begin),
  signPart: mapErrors(store.signPart),
  complete: mapErrors(store.complete),
  put: mapErrors(store.put),
  read: mapErrors(store.read),
  signDownload: mapErrors(store.signDownload),
  remove: mapErrors(store.remove),
});
