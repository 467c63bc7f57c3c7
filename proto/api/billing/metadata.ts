/** The seller's own data: metadata and custom field values. Keys are user data and never renamed. */
import { z } from 'zod';
import { mapOf, oneOrMany, text } from '../fields.ts';

/** Maximum number of metadata keys (contracts/billing.md, section 1). */
export const maxMetadataKeys = 50;

const hasFewKeys = (value: object): boolean => Object.keys(value).length <= maxMetadataKeys;
const tooManyKeys = { message: `At most ${maxMetadataKeys} keys`, params: { type: 'too_long' } };

/**
 * Metadata in a request: at most 50 keys of 1..40 characters; a value is a string of 1..500 characters,
 * a number or a boolean (contracts/billing.md, section 1).
 */
export const MetadataIn = mapOf(text.min(1).max(40), z.union([text.min(1).max(500), z.number(), z.boolean()]))
  .refine(hasFewKeys, tooManyKeys)
  .meta({ maxProperties: maxMetadataKeys });
export type MetadataIn = z.infer<typeof MetadataIn>;

/** Metadata in a reply. */
export const MetadataOut = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export type MetadataOut = z.infer<typeof MetadataOut>;

/**
 * Filter `metadata[plan]=pro`: per key, the values of which one must match. Limited to the number of keys that
 * metadata may have, because the database checks each key in every partition of a table.
 */
export const MetadataQuery = mapOf(text.min(1).max(40), oneOrMany(text.max(500)))
  .refine(hasFewKeys, tooManyKeys)
  .meta({ maxProperties: maxMetadataKeys });
export type MetadataQuery = z.output<typeof MetadataQuery>;

/** Custom field answers in a request: slug to value; a date-time is ISO 8601 text. Each field validates its value. */
export const CustomFieldDataIn = mapOf(
  text.min(1).max(256),
  z.union([text.max(10_000), z.number(), z.boolean(), z.null()]),
);
export type CustomFieldDataIn = z.infer<typeof CustomFieldDataIn>;

/** Custom field answers in a reply. */
export const CustomFieldData = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type CustomFieldData = z.infer<typeof CustomFieldData>;
