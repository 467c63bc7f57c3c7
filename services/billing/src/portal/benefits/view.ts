/** Maps benefits to responses for their customers; pure functions. */
import type { BenefitSubscriber } from '@tessera/proto/api/billing/customer-grant';
import type { Organization } from '@tessera/proto/api/billing/organization';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import { givenFiles } from '../../catalog/benefits/files.ts';
import { viewBenefit } from '../../catalog/benefits/view.ts';

/** Without the seller's secrets, and with the offered files only. */
export const viewSubscribedBenefit = (
  row: BenefitRow,
  { organization, gitHubUrl }: { organization: Organization; gitHubUrl: string },
): BenefitSubscriber => {
  const benefit = viewBenefit(row);
  switch (benefit.type) {
    case 'downloadables':
      return { ...benefit, organization, properties: { activeFiles: givenFiles(benefit) } };
    case 'discord':
      return { ...benefit, organization, properties: { guildId: benefit.properties.guildId } };
    case 'github_repository': {
      const { repositoryOwner, repositoryName } = benefit.properties;
      const repositoryUrl = `${gitHubUrl}/${repositoryOwner}/${repositoryName}`;
      return { ...benefit, organization, properties: { repositoryOwner, repositoryName, repositoryUrl } };
    }
    default:
      return { ...benefit, organization };
  }
};
