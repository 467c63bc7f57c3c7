/** The interface of file stores. It knows neither rows nor permissions. */
import type { Readable } from 'node:stream';
import type { Router } from '@tessera/kit/http/router';

/** A signed request: the URL alone authorizes it. `headers` must be sent with it. */
export type SignedRequest = { url: string; headers: Record<string, string>; expiresAt: Date };

/** An upload in progress; `key` is that of the future object. */
export type Upload = { key: string; id: string };

/** A part to upload: its size in bytes, and its SHA-256 in base64, if known. */
export type PartToCome = { number: number; size: number; sha256: string | null };

/** An uploaded part. `etag` is that of the response, without quotation marks. */
export type SentPart = PartToCome & { etag: string };

/** A stored object; `version` is null if the store has no versioning. */
export type StoredObject = { etag: string; version: string | null; size: number };

/** A range of bytes, both ends inclusive. */
export type ByteRange = { start: number; end: number };

export type FileStore = {
  /** Minimum size in bytes of all parts but the last. */
  minPartBytes: number;
  /** Starts an upload and returns its id. `hasChecksums`: every part will have a checksum. */
  begin: (key: string, as: { mimeType: string; hasChecksums: boolean }) => Promise<string>;
  /** Signs the upload of a part; the store rejects content of another size or checksum. */
  signPart: (upload: Upload, part: PartToCome, expiresAt: Date) => Promise<SignedRequest>;
  /**
   * Assembles an upload's parts into one object, or returns the one assembled before. Null: a part is missing, or is
   * not the one that was uploaded.
   */
  complete: (upload: Upload, parts: SentPart[]) => Promise<StoredObject | null>;
  /** Stores a small object, replacing an existing one. */
  put: (key: string, body: Buffer, mimeType: string) => Promise<void>;
  /** Reads an object, or returns null if it does not exist. The stream must be read or destroyed. */
  read: (key: string, range?: ByteRange) => Promise<(StoredObject & { body: Readable }) | null>;
  /** Signs a download that is saved under `name`. */
  signDownload: (
    key: string,
    as: { name: string; mimeType: string; expiresAt: Date },
  ) => Promise<SignedRequest>;
  /** Deletes an object and its unfinished uploads. Succeeds if there are none. */
  remove: (key: string) => Promise<void>;
  /** The routes that the store itself serves; empty if its URLs lead elsewhere. */
  routes: Router;
};
