/** What files need of the outside: a store, and whoever makes pictures smaller. */
import type { Shrink } from '../images/shrink.ts';
import type { Signer } from './signing.ts';
import type { FileStore } from './store.ts';

export type Files = {
  store: FileStore;
  shrink: Shrink;
  signer: Signer;
  /** Where pictures are for everybody. */
  mediaUrl: string;
};

/** Where files are kept: a folder, a store that was made elsewhere, or nowhere. */
export type FilePlace = { folder: string } | { store: FileStore } | null;
