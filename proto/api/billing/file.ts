/** Files as replies nest them (contracts/billing.md, section 6). */
import { z } from 'zod';
import { timestamp } from '../wire.ts';

/** A picture of a product. `size` in bytes, `sizeReadable` for people, `publicUrl` needs no right. */
export const ProductMediaFile = z.object({
  id: z.string(),
  organizationId: z.string(),
  name: z.string(),
  path: z.string(),
  mimeType: z.string(),
  size: z.int(),
  storageVersion: z.string().nullable(),
  checksumEtag: z.string().nullable(),
  checksumSha256Base64: z.string().nullable(),
  checksumSha256Hex: z.string().nullable(),
  lastModifiedAt: timestamp.nullable(),
  version: z.string().nullable(),
  service: z.literal('product_media'),
  isUploaded: z.boolean(),
  createdAt: timestamp,
  sizeReadable: z.string(),
  publicUrl: z.string(),
});
export type ProductMediaFile = z.infer<typeof ProductMediaFile>;
