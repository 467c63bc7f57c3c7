/** The dependencies of files: the store, and the turns at checking what was uploaded. */
import type { Signer } from './signing.ts';
import type { FileStore } from './store.ts';
import type { InTurn } from './turns.ts';

export type Files = {
  store: FileStore;
  checkInTurn: InTurn;
  signer: Signer;
  /** Base URL of public pictures. */
  mediaUrl: string;
};

/** Where files are stored: a folder, another store, or nowhere. */
export type FilePlace = { folder: string } | { store: FileStore } | null;
