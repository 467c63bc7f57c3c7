/** What parts of an upload must be, and how files are called. Pure. */
import type { FileCreate, FileServiceTypes, FileUploadCompleted } from '@tessera/proto/api/billing/file';
import { widthsOf } from './images/rules.ts';

/** A part as it was declared: bytes from `start` up to, not including, `end`; its SHA-256 as base64. */
export type DeclaredPart = { number: number; start: number; end: number; sha256: string | null };

/** Seconds that links to send and to fetch are good for (contracts/billing-behaviour.md, section 11). */
export const linkSeconds = 600;

export const linkEnd = (now: Date): Date => new Date(now.getTime() + linkSeconds * 1000);

type Parts = FileCreate['upload']['parts'];

/** What is wrong with declared parts: which one, which key of it, and why. */
export type PartProblem = { index: number; key: 'number' | 'chunk_start' | 'chunk_end'; message: string };

export type PartRules = { size: number; minPartBytes: number; maxPartBytes: number };

/** Some clients name the last byte of a part, others the one after it: the last part tells which. */
const endsOf = (parts: Parts, size: number): number[] => {
  const isInclusive = parts.at(-1)?.chunkEnd === size - 1;
  return parts.map(({ chunkEnd }) => (isInclusive ? chunkEnd + 1 : chunkEnd));
};

/** The declared parts in their order, or the first problem: parts are numbered from 1, follow each other and fill the file. */
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

/** Why parts that were sent are not those that were declared, or null. */
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

/** Where a file lies in the store, and what clients are told as its path. */
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

/** Where a smaller version of a picture lies in the store. */
export const pictureKey = (fileId: string, width: number): string => `public/${fileId}/${width}.webp`;

/** Where anybody sees a picture, in its largest version; pages ask for others by their width. Null: nobody should. */
export const publicUrlOf = (
  { id, service }: { id: string; service: FileServiceTypes },
  mediaUrl: string,
): string | null =>
  service === 'downloadable' ? null : `${mediaUrl}/${id}/${widthsOf[service].at(-1)}.webp`;

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** Bytes for people: steps of 1024 and one decimal, `10.0 MB`. */
export const readableSize = (bytes: number): string => {
  let rest = bytes;
  let unit = 0;
  while (rest >= 1024 && unit < units.length - 1) {
    rest /= 1024;
    unit += 1;
  }
  return `${rest.toFixed(1)} ${units[unit]}`;
};
