/** Answers other services' requests about organizations. */
import { askOrganization } from '@tessera/proto/api/asks';
import type { OrganizationParts } from '../organization.ts';
import { findOrganization } from './service.ts';
import { viewFacts } from './view.ts';

export const answerAboutOrganizations = (parts: OrganizationParts): Promise<void> =>
  parts.bus.answer(askOrganization, async ({ organizationId }) => {
    const organization = await findOrganization(parts, organizationId);
    return organization && viewFacts(organization);
  });
