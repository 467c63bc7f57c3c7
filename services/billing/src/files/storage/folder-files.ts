/**
 * The files of the folder store. An object is a folder of parts with a manifest; it is created by a single rename, so
 * that it is never incomplete, and no bytes are copied however large it is.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { ByteRange, StoredObject, Upload } from './store.ts';

type Part = { file: string; size: number };
type Manifest = { key: string; etag: string; parts: Part[] };

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Names are hashes, so that no key can refer to a path outside of the root. */
export const placesOf = (root: string) => ({
  upload: (name: string) => join(root, 'uploads', name),
  object: (id: string) => join(root, 'objects', id.slice(0, 2), id),
});

/** The folder name of an upload. */
export const uploadNameOf = ({ key, id }: Upload): string => `${digest(key)}-${id}`;

/** Deletes an object and all uploads of it. */
export const removeObject = async (root: string, key: string): Promise<void> => {
  const names = (await orNull(readdir(join(root, 'uploads')))) ?? [];
  const own = names.filter((name) => name.startsWith(`${digest(key)}-`)).map(placesOf(root).upload);
  for (const folder of [placesOf(root).object(objectIdOf(key)), ...own])
    await rm(folder, { recursive: true, force: true });
};

/** The id of an object in the folder and in links. */
export const objectIdOf = (key: string): string => digest(key);

/** The file name of a part. It includes the hash of the content, so that the content under a name never changes. */
export const partFile = (number: number, sha256Hex: string): string => `${number}-${sha256Hex}`;

const manifestName = 'manifest.json';

/** Resolves to null if a file or folder does not exist. */
export const orNull = async <Value>(work: Promise<Value>): Promise<Value | null> => {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** Syncs a folder: a rename is durable only after that. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Creates an object of the parts in the folder `from`. Returns false if that does not exist or lacks a part. */
export const makeObject = async (
  { root, from, key }: { root: string; from: string; key: string },
  parts: (Part & { sha256: string })[],
): Promise<boolean> => {
  const present = await orNull(readdir(from));
  if (!present || parts.some(({ file }) => !present.includes(file))) return false;
  const manifest: Manifest = {
    key,
    etag: etagOf(parts.map(({ sha256 }) => sha256)),
    parts: parts.map(({ file, size }) => ({ file, size })),
  };
  const written = join(from, `${randomUUID()}.tmp`);
  const isThere = await orNull(
    writeFile(written, JSON.stringify(manifest), { flush: true }).then(() => true),
  );
  if (!isThere) return false;
  return (await orNull(moveObject(from, { written, to: placesOf(root).object(objectIdOf(key)) }))) ?? false;
};

/** Throws ENOENT if another request was first: the upload has become an object already. */
const moveObject = async (from: string, { written, to }: { written: string; to: string }): Promise<true> => {
  await rename(written, join(from, manifestName));
  await syncFolder(from);
  await mkdir(dirname(to), { recursive: true });
  try {
    await rename(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    await rm(from, { recursive: true, force: true });
  }
  await syncFolder(dirname(to));
  return true;
};

/** One part: the digest of its bytes. Several: the digest of their digests, and their number, like ETags in S3. */
const etagOf = (digests: string[]): string => {
  const [first = ''] = digests;
  return digests.length === 1 ? first : `${digest(digests.join(''))}-${digests.length}`;
};

const findManifest = async (folder: string): Promise<Manifest | null> => {
  const text = await orNull(readFile(join(folder, manifestName), 'utf8'));
  return text === null ? null : (JSON.parse(text) as Manifest);
};

const sizeOf = ({ parts }: Manifest): number => parts.reduce((sum, { size }) => sum + size, 0);

/** Returns the object with an id, or null. */
export const findObject = async (
  root: string,
  id: string,
): Promise<(StoredObject & { read: (range?: ByteRange) => Readable }) | null> => {
  const folder = placesOf(root).object(id);
  const manifest = await findManifest(folder);
  if (!manifest) return null;
  const size = sizeOf(manifest);
  const all = { start: 0, end: size - 1 };
  return {
    etag: manifest.etag,
    version: null,
    size,
    read: (range = all) => Readable.from(readParts(folder, manifest.parts, range), { objectMode: false }),
  };
};

/** Reads one part after another, each opened when it is reached; memory is bounded by one chunk. */
async function* readParts(folder: string, parts: Part[], { start, end }: ByteRange) {
  let offset = 0;
  for (const { file, size } of parts) {
    const from = Math.max(start - offset, 0);
    const to = Math.min(end - offset, size - 1);
    if (from <= to)
      yield* createReadStream(join(folder, file), { start: from, end: to, highWaterMark: 262_144 });
    offset += size;
  }
}

/** Whether an upload still accepts parts. */
export const isOpen = async (folder: string): Promise<boolean> =>
  (await orNull(access(folder).then(() => true))) ?? false;
