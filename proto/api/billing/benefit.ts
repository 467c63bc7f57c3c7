/** Benefits: entitlements that come with a product. Replies have six types, each with its properties. */
import { z } from 'zod';
import { flag, id, mapOf, oneOrMany, sortingOf, text, visibleText } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import {
  BenefitCustomProperties,
  BenefitDiscordProperties,
  BenefitDownloadablesProperties,
  BenefitGitHubRepositoryProperties,
  BenefitLicenseKeyExpiration,
  BenefitLicenseKeysProperties,
  BenefitMeterCreditProperties,
  GitHubPermission,
} from './benefit-properties.ts';
import { BenefitType } from './enums.ts';
import { MetadataIn, MetadataOut, MetadataQuery } from './metadata.ts';
import { BenefitSortProperty } from './sorts.ts';

const facts = {
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  description: z.string(),
  selectable: z.boolean(),
  deletable: z.boolean(),
  organizationId: z.string(),
};
const benefitOf = <Type extends string, Properties extends z.ZodType>(type: Type, properties: Properties) =>
  z.object({ ...facts, type: z.literal(type), metadata: MetadataOut, properties });

export const BenefitCustom = benefitOf('custom', BenefitCustomProperties);
export const BenefitDiscord = benefitOf('discord', BenefitDiscordProperties);
export const BenefitGitHubRepository = benefitOf('github_repository', BenefitGitHubRepositoryProperties);
export const BenefitDownloadables = benefitOf('downloadables', BenefitDownloadablesProperties);
export const BenefitLicenseKeys = benefitOf('license_keys', BenefitLicenseKeysProperties);
export const BenefitMeterCredit = benefitOf('meter_credit', BenefitMeterCreditProperties);

/** A benefit as its seller sees it. */
export const Benefit = z.discriminatedUnion('type', [
  BenefitCustom,
  BenefitDiscord,
  BenefitGitHubRepository,
  BenefitDownloadables,
  BenefitLicenseKeys,
  BenefitMeterCredit,
]);
export type Benefit = z.infer<typeof Benefit>;

/** A benefit as any visitor of a checkout sees it. */
export const BenefitPublic = z.object({ ...facts, type: BenefitType });
export type BenefitPublic = z.infer<typeof BenefitPublic>;

const description = visibleText.trim().min(3).max(42);
const note = text.max(10_000).nullable();

/** A new benefit of type custom: a note for the customer. `organizationId` is omitted with access tokens. */
export const BenefitCustomCreate = z.object({
  metadata: MetadataIn.optional(),
  type: z.literal('custom'),
  description,
  organizationId: id.nullish(),
  properties: z.object({ note: note.optional() }),
});

/** `files` in the order shown to customers; `archived`: by id, whether the file is no longer handed out. */
export const BenefitDownloadablesCreateProperties = z.object({
  archived: mapOf(z.uuid(), z.boolean()).optional(),
  files: z.array(id).min(1).max(100),
});

/** A new benefit of type downloadables: files for the customer. */
export const BenefitDownloadablesCreate = z.object({
  metadata: MetadataIn.optional(),
  type: z.literal('downloadables'),
  description,
  organizationId: id.nullish(),
  properties: BenefitDownloadablesCreateProperties,
});

/**
 * `prefix` precedes each key, in capitals. `expires`: time after the grant. `activations.limit`: 1..50 devices per
 * key; `limitUsage`: maximum of the usage that software reports. Null or absent: none.
 */
export const BenefitLicenseKeysCreateProperties = z.object({
  prefix: text.max(64).nullish(),
  expires: z
    .object({ ttl: z.int().gt(0).max(36_500), timeframe: BenefitLicenseKeyExpiration.shape.timeframe })
    .nullish(),
  activations: z.object({ limit: z.int().gt(0).max(50), enableCustomerAdmin: z.boolean() }).nullish(),
  limitUsage: z.int().gt(0).max(2_147_483_647).nullish(),
});

/** A new benefit of type license_keys: a license key per customer. */
export const BenefitLicenseKeysCreate = z.object({
  metadata: MetadataIn.optional(),
  type: z.literal('license_keys'),
  description,
  organizationId: id.nullish(),
  properties: BenefitLicenseKeysCreateProperties,
});

const units = z.int().gt(0).max(2_147_483_647);

/** `units` of a meter, credited with the grant and each period; `rollover`: unused units are carried over. */
export const BenefitMeterCreditCreateProperties = z.object({ units, rollover: z.boolean(), meterId: id });

/** A new benefit of type meter_credit: prepaid units. */
export const BenefitMeterCreditCreate = z.object({
  metadata: MetadataIn.optional(),
  type: z.literal('meter_credit'),
  description,
  organizationId: id.nullish(),
  properties: BenefitMeterCreditCreateProperties,
});

const snowflake = text.regex(/^\d{1,20}$/, 'Must be a Discord ID');

/** A role in the guild of the token. The token stands for the guild to which the seller added the bot. */
export const BenefitDiscordCreateProperties = z.object({
  guildToken: text.min(1).max(500),
  roleId: snowflake,
});

/** A new benefit of type discord: a role for the customer. */
export const BenefitDiscordCreate = z.object({
  metadata: MetadataIn.optional(),
  type: z.literal('discord'),
  description,
  organizationId: id.nullish(),
  properties: BenefitDiscordCreateProperties,
});

/** A repository that the seller administers and in which the GitHub App is installed. */
export const BenefitGitHubRepositoryCreateProperties = z.object({
  repositoryOwner: text.regex(/^[\w.-]{1,100}$/, 'Must be the name of an owner'),
  repositoryName: text.regex(/^[\w.-]{1,100}$/, 'Must be the name of a repository'),
  permission: GitHubPermission,
});

/** A new benefit of type github_repository: access to a repository for the customer. */
export const BenefitGitHubRepositoryCreate = z.object({
  metadata: MetadataIn.optional(),
  type: z.literal('github_repository'),
  description,
  organizationId: id.nullish(),
  properties: BenefitGitHubRepositoryCreateProperties,
});

/** A new benefit, by its type. */
export const BenefitCreate = z.discriminatedUnion('type', [
  BenefitDiscordCreate,
  BenefitGitHubRepositoryCreate,
  BenefitCustomCreate,
  BenefitDownloadablesCreate,
  BenefitLicenseKeysCreate,
  BenefitMeterCreditCreate,
]);
export type BenefitCreate = z.output<typeof BenefitCreate>;

/** Changes to a benefit of type custom; `type` repeats the stored one. Absent or null: unchanged. */
export const BenefitCustomUpdate = z.object({
  metadata: MetadataIn.optional(),
  description: description.nullish(),
  type: z.literal('custom'),
  properties: z.object({ note }).nullish(),
});

/** Changes to a benefit of type downloadables. Changed files apply to existing grants too. */
export const BenefitDownloadablesUpdate = z.object({
  metadata: MetadataIn.optional(),
  description: description.nullish(),
  type: z.literal('downloadables'),
  properties: BenefitDownloadablesCreateProperties.nullish(),
});

/**
 * Changes to a benefit of type license_keys. Limits and expiry apply to existing keys too; a prefix to new keys only.
 */
export const BenefitLicenseKeysUpdate = z.object({
  metadata: MetadataIn.optional(),
  description: description.nullish(),
  type: z.literal('license_keys'),
  properties: BenefitLicenseKeysCreateProperties.nullish(),
});

/** Changes to a benefit of type meter_credit; apply from the next grant or period on. */
export const BenefitMeterCreditUpdate = z.object({
  metadata: MetadataIn.optional(),
  description: description.nullish(),
  type: z.literal('meter_credit'),
  properties: BenefitMeterCreditCreateProperties.nullish(),
});

/** Changes to a benefit of type discord. Apply to existing grants too. */
export const BenefitDiscordUpdate = z.object({
  metadata: MetadataIn.optional(),
  description: description.nullish(),
  type: z.literal('discord'),
  properties: BenefitDiscordCreateProperties.nullish(),
});

/** Changes to a benefit of type github_repository. Apply to existing grants too. */
export const BenefitGitHubRepositoryUpdate = z.object({
  metadata: MetadataIn.optional(),
  description: description.nullish(),
  type: z.literal('github_repository'),
  properties: BenefitGitHubRepositoryCreateProperties.nullish(),
});

/** Changes to a benefit, by its type. */
export const BenefitUpdate = z.discriminatedUnion('type', [
  BenefitDiscordUpdate,
  BenefitGitHubRepositoryUpdate,
  BenefitCustomUpdate,
  BenefitDownloadablesUpdate,
  BenefitLicenseKeysUpdate,
  BenefitMeterCreditUpdate,
]);
export type BenefitUpdate = z.output<typeof BenefitUpdate>;

/** Filters of the list of benefits. Some clients call `type` typeFilter; on the wire it is `type`. */
export const BenefitExportQuery = z.object({
  organizationId: oneOrMany(id).optional(),
  type: oneOrMany(BenefitType).optional(),
  query: text.max(500).optional(),
  metadata: MetadataQuery.optional(),
});
export type BenefitExportQuery = z.output<typeof BenefitExportQuery>;

/** Filters, order and page of the list of benefits. */
export const BenefitListQuery = PageQuery.extend({
  ...BenefitExportQuery.shape,
  sorting: sortingOf(BenefitSortProperty, '-created_at'),
});
export type BenefitListQuery = z.output<typeof BenefitListQuery>;

/** A page of benefits. */
export const BenefitPage = pageOf(Benefit);

/** Filters and page of a benefit's grants. */
export const BenefitGrantListQuery = PageQuery.extend({
  isGranted: flag.optional(),
  customerId: oneOrMany(id).optional(),
});
export type BenefitGrantListQuery = z.output<typeof BenefitGrantListQuery>;
