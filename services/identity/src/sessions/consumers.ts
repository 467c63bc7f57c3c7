/** Sessions leave organizations that their users have left, when the question that says so at once did not arrive. */
import { on, type Stoppable } from '@tessera/kit/bus';
import { askMembership } from '@tessera/proto/api/asks';
import { membershipDeleted, organizationDeleted } from '@tessera/proto/events/organization';
import type { Identity } from '../identity.ts';
import { clearActiveOrganization } from './active-organization.ts';

/** Starts following the ends of memberships. Clearing twice does no harm, so the inbox is not needed. */
export const followMemberships = (identity: Identity): Promise<Stoppable> =>
  identity.bus.consume({
    name: 'active-organizations',
    begin: 'with the stream',
    on: [
      on(membershipDeleted, async ({ membership }) => {
        if (!membership) return;
        const { userId, organizationId } = membership;
        // Someone who has come back meanwhile may have made it the active one again.
        if (await identity.bus.ask(askMembership, { userId, organizationId })) return;
        await clearActiveOrganization(identity, { userId, organizationId });
      }),
      on(organizationDeleted, ({ organizationId }) =>
        clearActiveOrganization(identity, { organizationId, userId: null }),
      ),
    ],
  });
