/** What other services may ask about organizations. */
import { askOrganization } from '@tessera/proto/api/asks';
import type { Service } from '../service.ts';
import { findOrganization } from './service.ts';
import { viewFacts } from './view.ts';

export const answerAboutOrganizations = (service: Service): Promise<void> =>
  service.bus.answer(askOrganization, async ({ organizationId }) => {
    const organization = await findOrganization(service, organizationId);
    return organization && viewFacts(organization);
  });
