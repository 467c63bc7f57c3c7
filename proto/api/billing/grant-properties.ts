/** The properties of a grant, by type of benefit (contracts/billing.md, section 6). */
import { z } from 'zod';
import { GitHubPermission } from './benefit-properties.ts';

export const BenefitGrantDiscordProperties = z.object({
  accountId: z.string().optional(),
  guildId: z.string().optional(),
  roleId: z.string().optional(),
});
export const BenefitGrantGitHubRepositoryProperties = z.object({
  accountId: z.string().optional(),
  repositoryOwner: z.string().optional(),
  repositoryName: z.string().optional(),
  permission: GitHubPermission.optional(),
});
export const BenefitGrantDownloadablesProperties = z.object({ files: z.array(z.string()).optional() });
export const BenefitGrantLicenseKeysProperties = z.object({
  licenseKeyId: z.string().optional(),
  displayKey: z.string().optional(),
});
export const BenefitGrantMeterCreditProperties = z.object({
  lastCreditedMeterId: z.string(),
  lastCreditedUnits: z.int(),
  lastCreditedAt: z.string(),
});
/** A benefit of type custom has its note only, which is part of the benefit. */
export const BenefitGrantCustomProperties = z.object({});

/** The properties of a grant. The variant without keys comes last, because it matches every value. */
export const BenefitGrantProperties = z.union([
  BenefitGrantMeterCreditProperties,
  BenefitGrantDiscordProperties,
  BenefitGrantGitHubRepositoryProperties,
  BenefitGrantDownloadablesProperties,
  BenefitGrantLicenseKeysProperties,
  BenefitGrantCustomProperties,
]);
export type BenefitGrantProperties = z.infer<typeof BenefitGrantProperties>;
