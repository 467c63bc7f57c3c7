/**
 * The folder's side of the folder store. An object is a folder of parts beside a manifest; it comes into being by one
 * rename, so that there is never half of one, and no byte is copied however large it is.
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

/** Names come from hashes: whatever a key holds, nothing outside the folder can be meant. */
export const placesOf = (root: string) => ({
  upload: (name: string) => join(root, 'uploads', name),
  object: (id: string) => join(root, 'objects', id.slice(0, 2), id),
});

/** What the folder of an upload is called. */
export const uploadNameOf = ({ key, id }: Upload): string => `${digest(key)}-${id}`;

/** Lets go of an object and of all uploads of it. */
export const removeObject = async (root: string, key: string): Promise<void> => {
  const names = (await orNull(readdir(join(root, 'uploads')))) ?? [];
  const own = names.filter((name) => name.startsWith(`${digest(key)}-`)).map(placesOf(root).upload);
  for (const folder of [placesOf(root).object(objectIdOf(key)), ...own])
    await rm(folder, { recursive: true, force: true });
};

/** What an object is called inside the folder, and in links to it. */
export const objectIdOf = (key: string): string => digest(key);

/** The name of a part: its content says what it is called, so that no part ever changes under its name. */
export const partFile = (number: number, sha256Hex: string): string => `${number}-${sha256Hex}`;

const manifestName = 'manifest.json';

/** Null for a file or folder that is not there. */
export const orNull = async <Value>(work: Promise<Value>): Promise<Value | null> => {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** What a rename did is on the disk only when its folder is. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Makes an object of parts that lie in `from`. False: they are gone, or one is missing. */
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

/** Throws ENOENT where somebody else was first, and the upload is an object already. */
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

/** One part: the digest of its bytes. Several: of their digests, and how many, as S3 names such objects. */
const etagOf = (digests: string[]): string => {
  const [first = ''] = digests;
  return digests.length === 1 ? first : `${digest(digests.join(''))}-${digests.length}`;
};

const findManifest = async (folder: string): Promise<Manifest | null> => {
  const text = await orNull(readFile(join(folder, manifestName), 'utf8'));
  return text === null ? null : (JSON.parse(text) as Manifest);
};

const sizeOf = ({ parts }: Manifest): number => parts.reduce((sum, { size }) => sum + size, 0);

/** What lies under an id, or null. */
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

/** One part after another, each opened when it is its turn: memory is what one read takes. */
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

/** Whether an upload still takes parts. */
export const isOpen = async (folder: string): Promise<boolean> =>
  (await orNull(access(folder).then(() => true))) ?? false;
