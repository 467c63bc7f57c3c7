/** The dependencies of files: the store, and the resizing of pictures. */
import type { Shrink } from '../images/shrink.ts';
import type { Signer } from './signing.ts';
import type { FileStore } from './store.ts';

export type Files = {
  store: FileStore;
  shrink: Shrink;
  signer: Signer;
  /** Base URL of public pictures. */
  mediaUrl: string;
};

/** Where files are stored: a folder, another store, or nowhere. */
export type FilePlace = { folder: string } | { store: FileStore } | null;
