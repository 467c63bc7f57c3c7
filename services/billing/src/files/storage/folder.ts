/** Stores files in a folder, and serves them by signed links (contracts/billing.md, section 3: files). */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findObject,
  makeObject,
  objectIdOf,
  partFile,
  placesOf,
  removeObject,
  uploadNameOf,
} from './folder-files.ts';
import { type FolderSettings, folderRoutes, signedDownload, signedPart } from './folder-routes.ts';
import type { FileStore, StoredObject } from './store.ts';

/** A store in the folder `root`, which all replicas must share. */
export const createFolderStore = (settings: FolderSettings): FileStore => {
  const { root } = settings;
  const places = placesOf(root);
  const find = async (key: string): Promise<StoredObject | null> => {
    const found = await findObject(root, objectIdOf(key));
    return found && { etag: found.etag, version: found.version, size: found.size };
  };
  return {
    minPartBytes: 1,
    begin: async (key) => {
      const id = randomUUID();
      await mkdir(places.upload(uploadNameOf({ key, id })), { recursive: true });
      return id;
    },
    signPart: (upload, part, expiresAt) => signedPart(settings, { upload, part, expiresAt }),
    complete: async (upload, parts) => {
      const { key } = upload;
      const files = parts.map(({ number, etag, size }) => ({
        file: partFile(number, etag),
        size,
        sha256: etag,
      }));
      await makeObject({ root, from: places.upload(uploadNameOf(upload)), key }, files);
      return find(key);
    },
    put: async (key, body) => {
      const from = places.upload(uploadNameOf({ key, id: randomUUID() }));
      await mkdir(from, { recursive: true });
      const sha256 = createHash('sha256').update(body).digest('hex');
      const file = partFile(1, sha256);
      await writeFile(join(from, file), body, { flush: true });
      await rm(places.object(objectIdOf(key)), { recursive: true, force: true });
      await makeObject({ root, from, key }, [{ file, size: body.length, sha256 }]);
    },
    read: async (key, range) => {
      const found = await findObject(root, objectIdOf(key));
      if (!found) return null;
      const { etag, version, size, read } = found;
      return { etag, version, size, body: read(range) };
    },
    signDownload: (key, as) => signedDownload(settings, { objectId: objectIdOf(key), ...as }),
    remove: (key) => removeObject(root, key),
    routes: folderRoutes(settings),
  };
};
