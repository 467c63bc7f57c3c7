/** Rules for the parts of uploads, and names of files. Pure. */
import type { FileCreate, FileServiceTypes, FileUploadCompleted } from '@tessera/proto/api/billing/file';
import { widthsOf } from './images/rules.ts';

/** A declared part: bytes from `start` (inclusive) to `end` (exclusive); its SHA-256 in base64. */
export type DeclaredPart = { number: number; start: number; end: number; sha256: string | null };

/** Lifetime of upload and download links in seconds (contracts/billing-behaviour.md, section 11). */
export const linkSeconds = 600;

export const linkEnd = (now: Date): Date => new Date(now.getTime() + linkSeconds * 1000);

type Parts = FileCreate['upload']['parts'];

/** An invalid part: its index, the invalid key, and the reason. */
export type PartProblem = { index: number; key: 'number' | 'chunk_start' | 'chunk_end'; message: string };

export type PartRules = { size: number; minPartBytes: number; maxPartBytes: number };

/** The exclusive ends of parts. Some clients send inclusive ones, which the last part reveals. */
const endsOf = (parts: Parts, size: number): number[] => {
  const isInclusive = parts.at(-1)?.chunkEnd === size - 1;
  return parts.map(({ chunkEnd }) => (isInclusive ? chunkEnd + 1 : chunkEnd));
};

/** Returns the parts in order, or the first problem: parts must be numbered from 1 and cover the file gaplessly. */
export const declareParts = (
  parts: Parts,
  { size, minPartBytes, maxPartBytes }: PartRules,
): DeclaredPart[] | PartProblem => {
  const ends = endsOf(parts, size);
  const declared: DeclaredPart[] = [];
  let start = 0;
  for (const [index, part] of parts.entries()) {
    const end = ends[index] ?? 0;
    const isLast = index === parts.length - 1;
    if (part.number !== index + 1) return { index, key: 'number', message: `Must be ${index + 1}` };
    if (part.chunkStart !== start) return { index, key: 'chunk_start', message: `Must be ${start}` };
    if (isLast && end !== size) return { index, key: 'chunk_end', message: `Must be ${size}` };
    if (end <= start || end > size || end - start > maxPartBytes)
      return {
        index,
        key: 'chunk_end',
        message: `Must be greater than ${start}, by at most ${maxPartBytes}`,
      };
    if (!isLast && end - start < minPartBytes)
      return {
        index,
        key: 'chunk_end',
        message: `Only the last part may be smaller than ${minPartBytes} bytes`,
      };
    declared.push({ number: part.number, start, end, sha256: part.checksumSha256Base64 ?? null });
    start = end;
  }
  return declared;
};

/** Returns the first sent part that does not match the declared ones, with the reason, or null. */
export const mismatchOf = (
  declared: readonly DeclaredPart[],
  sent: FileUploadCompleted['parts'],
): { index: number; message: string } | null => {
  for (const [index, { number, sha256 }] of declared.entries()) {
    const part = sent[index];
    if (part?.number !== number)
      return { index: Math.min(index, sent.length - 1), message: `Part ${number} is missing` };
    if (sha256 !== null && part.checksumSha256Base64 !== null && part.checksumSha256Base64 !== sha256)
      return { index, message: 'Does not match the declared checksum' };
  }
  return sent.length > declared.length
    ? { index: declared.length, message: 'This part was not declared' }
    : null;
};

/** The key of a file in the store, which clients see as its path. */
export const pathOf = (file: {
  id: string;
  organizationId: string;
  service: string;
  name: string;
}): string => {
  const name = file.name
    .normalize('NFKD')
    .replaceAll(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 100);
  return `${file.service}/${file.organizationId}/${file.id}/${name || 'file'}`;
};

/** The key of a resized picture in the store. */
export const pictureKey = (fileId: string, width: number): string => `public/${fileId}/${width}.webp`;

/** The public URL of a picture's largest version; pages insert other widths. Null: the file is not public. */
export const publicUrlOf = (
  { id, service }: { id: string; service: FileServiceTypes },
  mediaUrl: string,
): string | null =>
  service === 'downloadable' ? null : `${mediaUrl}/${id}/${widthsOf[service].at(-1)}.webp`;

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** Formats bytes in steps of 1024 with one decimal, `10.0 MB`. */
export const readableSize = (bytes: number): string => {
  let rest = bytes;
  let unit = 0;
  while (rest >= 1024 && unit < units.length - 1) {
    rest /= 1024;
    unit += 1;
  }
  return `${rest.toFixed(1)} ${units[unit]}`;
};
