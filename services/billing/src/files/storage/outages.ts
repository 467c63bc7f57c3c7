/** A store that is away, full or cannot be written: told as that, whatever its library or the disk call it. */
import { AppError, defineErrors, kitErrors } from '@tessera/kit/errors';
import type { FileStore } from './store.ts';

const errors = defineErrors({
  InsufficientStorage: { status: 507, message: 'There is no storage space left.' },
});

const full = new Set(['ENOSPC', 'EDQUOT']);
/** A disk that fails, may only be read, or hangs on a server that is away. */
const unwritable = new Set(['EROFS', 'EIO', 'EACCES', 'EPERM', 'ESTALE', 'ENOTDIR']);

/** What a caller is told of a store's failure: 507, or 503 for what another try may mend. The rest stays what it is. */
export const storeFailure = (error: unknown): unknown => {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } };
  if (full.has(code ?? '')) return Object.assign(errors.InsufficientStorage(), { cause: error });
  const status = $metadata?.httpStatusCode ?? 0;
  const isAway =
    unwritable.has(code ?? '') || error.name === 'TimeoutError' || status >= 500 || status === 429;
  return isAway ? Object.assign(kitErrors.ServiceUnavailable(), { cause: error }) : error;
};

const told =
  <Given extends unknown[], Answer>(work: (...given: Given) => Promise<Answer>) =>
  async (...given: Given): Promise<Answer> => {
    try {
      return await work(...given);
    } catch (error) {
      throw storeFailure(error);
    }
  };

/** The same store, whose failures say what they mean. */
export const tellingOutages = (store: FileStore): FileStore => ({
  ...store,
  begin: told(store.begin),
  signPart: told(store.signPart),
  complete: told(store.complete),
  put: told(store.put),
  read: told(store.read),
  signDownload: told(store.signDownload),
  remove: told(store.remove),
});
