/** The store of installations without one: all methods throw ServiceUnavailable. */
import { kitErrors } from '@tessera/kit/errors';
import { Router } from '@tessera/kit/http/router';
import type { FileStore } from './store.ts';

const refuse = (): never => {
  throw kitErrors.ServiceUnavailable('File storage is not configured.');
};

export const createNoStore = (): FileStore => ({
  minPartBytes: 0,
  begin: async () => refuse(),
  signPart: async () => refuse(),
  complete: async () => refuse(),
  put: async () => refuse(),
  read: async () => refuse(),
  signDownload: async () => refuse(),
  remove: async () => refuse(),
  routes: Router(),
});
