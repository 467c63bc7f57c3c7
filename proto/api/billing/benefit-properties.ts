/** The properties of each type of benefit in replies. */
import { z } from 'zod';

/** `note` is shown to customers who have the benefit. */
export const BenefitCustomProperties = z.object({ note: z.string().nullable() });
export const BenefitDiscordProperties = z.object({
  guildId: z.string(),
  roleId: z.string(),
  guildToken: z.string(),
});
export const GitHubPermission = z.enum(['pull', 'triage', 'push', 'maintain', 'admin']);
export const BenefitGitHubRepositoryProperties = z.object({
  repositoryOwner: z.string(),
  repositoryName: z.string(),
  permission: GitHubPermission,
});
/** `files`: ids of files; `archived`: by id, whether the file is no longer handed out. */
export const BenefitDownloadablesProperties = z.object({
  archived: z.record(z.string(), z.boolean()),
  files: z.array(z.string()),
});
export const BenefitLicenseKeyExpiration = z.object({
  ttl: z.int().min(1),
  timeframe: z.enum(['year', 'month', 'day']),
});
export const BenefitLicenseKeysProperties = z.object({
  prefix: z.string().nullable(),
  expires: BenefitLicenseKeyExpiration.nullable(),
  activations: z.object({ limit: z.int(), enableCustomerAdmin: z.boolean() }).nullable(),
  limitUsage: z.int().nullable(),
});
export const BenefitMeterCreditProperties = z.object({
  units: z.int(),
  rollover: z.boolean(),
  meterId: z.string(),
});
