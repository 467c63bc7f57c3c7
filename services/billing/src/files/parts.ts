/** Creates the dependencies of files. */
import type { Billing } from '../billing.ts';
import type { FilePlace, Files } from './storage/files.ts';
import { createFolderStore } from './storage/folder.ts';
import { createNoStore } from './storage/none.ts';
import { withOutages } from './storage/outages.ts';
import { createSigner, readSigningKey, type Signer } from './storage/signing.ts';
import type { FileStore } from './storage/store.ts';
import { createTurns } from './storage/turns.ts';

export const createFiles = (
  { db, publicUrl, now }: Pick<Billing, 'db' | 'publicUrl' | 'now'>,
  place: FilePlace,
): Files => {
  const url = `${publicUrl}/api/billing/v1`;
  const signer = createSigner(() => readSigningKey(db));
  return {
    store: withOutages(storeAt(place, { url, signer, now })),
    checkInTurn: createTurns({ atOnce: 2, waitingOfOne: 50, waiting: 200 }),
    signer,
    mediaUrl: `${url}/media`,
  };
};

const storeAt = (place: FilePlace, settings: { url: string; signer: Signer; now: () => Date }): FileStore => {
  if (place === null) return createNoStore();
  return 'store' in place ? place.store : createFolderStore({ root: place.folder, ...settings });
};
