/** Where the bytes of files are: one interface, several stores. Nothing in it knows rows or rights. */
import type { Readable } from 'node:stream';
import type { Router } from '@tessera/kit/router';

/** A request that only its URL gives the right to. `headers` must be sent along. */
export type SignedRequest = { url: string; headers: Record<string, string>; expiresAt: Date };

/** An upload that was begun: what is to lie under `key` at the end. */
export type Upload = { key: string; id: string };

/** A part to come: its size in bytes, and its SHA-256 as base64 where it is known. */
export type PartToCome = { number: number; size: number; sha256: string | null };

/** A part that was sent. `etag` is what its answer had, without quotation marks. */
export type SentPart = PartToCome & { etag: string };

/** What lies under a key; `version` where the store keeps versions. */
export type StoredObject = { etag: string; version: string | null; size: number };

/** Bytes of an object, both ends included. */
export type ByteRange = { start: number; end: number };

export type FileStore = {
  /** Smallest part of an upload but its last one, bytes. */
  minPartBytes: number;
  /** Begins an upload and answers its id. `hasChecksums`: that of each part will be known. */
  begin: (key: string, as: { mimeType: string; hasChecksums: boolean }) => Promise<string>;
  /** Where a part may be sent to; what comes is refused unless it has this size and checksum. */
  signPart: (upload: Upload, part: PartToCome, expiresAt: Date) => Promise<SignedRequest>;
  /**
   * Makes one object of an upload's parts, or answers the one that was made before. Null: a part is missing, or is not
   * the one that was sent.
   */
  complete: (upload: Upload, parts: SentPart[]) => Promise<StoredObject | null>;
  /** Puts a small object there, in place of one that was there before. */
  put: (key: string, body: Buffer, mimeType: string) => Promise<void>;
  /** The bytes of an object, or null where there is none. The stream must be read or destroyed. */
  read: (key: string, range?: ByteRange) => Promise<(StoredObject & { body: Readable }) | null>;
  /** Where an object may be fetched from, to be saved under `name`. */
  signDownload: (
    key: string,
    as: { name: string; mimeType: string; expiresAt: Date },
  ) => Promise<SignedRequest>;
  /** Lets go of an object, and of uploads of it that were never completed. What is not there is let go already. */
  remove: (key: string) => Promise<void>;
  /** What the store itself serves; without routes where its URLs lead elsewhere. */
  routes: Router;
};
