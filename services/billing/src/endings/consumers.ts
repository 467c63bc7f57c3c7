import type { Stoppable } from '@tessera/kit/background/stoppable';
import { on } from '@tessera/kit/events/bus';
import {
  organizationCreated,
  organizationDeleted,
  organizationUpdated,
} from '@tessera/proto/events/organization';
import { storeOrganization } from '../access/organizations/entity.ts';
import type { Billing } from '../billing.ts';
import { endOrganization } from './organization.ts';

type Message = {
  id: string;
  name: string;
  slug: string;
  avatarUrl?: string | undefined;
  email?: string | undefined;
  website?: string | undefined;
  accentColor?: string | undefined;
  snapshot?: string | undefined;
  allowMultipleSubscriptions: boolean;
  revision: bigint;
};

/** Maintains the copies of organizations. The revision check makes each handler idempotent. */
export const consumeOrganizations = (billing: Pick<Billing, 'db' | 'bus' | 'now'>): Promise<Stoppable> => {
  const { db, bus } = billing;
  const store = async (organization: Message | undefined) =>
    organization &&
    storeOrganization(db.manager, {
      ...organization,
      avatarUrl: organization.avatarUrl ?? null,
      email: organization.email ?? null,
      website: organization.website || null,
      accentColor: organization.accentColor || null,
      snapshot: organization.snapshot ? JSON.parse(organization.snapshot) : null,
      isWhole: organization.website !== undefined,
      isDeleted: false,
      revision: String(organization.revision),
    });
  return bus.consume({
    name: 'organizations',
    begin: 'with the stream',
    on: [
      on(organizationCreated, ({ organization }) => store(organization)),
      on(organizationUpdated, ({ organization }) => store(organization)),
      on(organizationDeleted, ({ organizationId }) => endOrganization(billing, organizationId)),
    ],
  });
};
