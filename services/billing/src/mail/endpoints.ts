/** Notifies the managers of an organization that one of its webhook endpoints was disabled. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { sql } from '@tessera/kit/database/sql';
import { on } from '@tessera/kit/events/bus';
import { endpointDisabled } from '@tessera/proto/events/webhook';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { type MemberReader, mailMembers } from './mail-members.ts';
import { endpointDisabledMail } from './templates/endpoint-disabled.ts';

export const consumeDisabledEndpoints = (billing: Billing): Promise<Stoppable> =>
  billing.bus.consume({
    name: 'endpoint-mails',
    begin: 'now',
    on: [
      on(endpointDisabled, async ({ organizationId, webhookEndpointId, url: address, ...why }, { id }) => {
        const managers = await findManagers(billing, organizationId);
        if (managers.length === 0) return;
        const seller = await getSeller(billing, organizationId);
        const url = `${billing.publicUrl}/${seller.slug}/webhooks/${webhookEndpointId}`;
        await mailMembers(billing, managers, {
          type: 'webhook-endpoint-disabled',
          eventId: id,
          url,
          write: (words) => endpointDisabledMail(words, { seller, address, ...why, url }),
        });
      }),
    ],
  });

/** With the language of their notification settings, if they have any. */
const findManagers = ({ db }: Billing, organizationId: string): Promise<MemberReader[]> =>
  sql<MemberReader>(
    db,
    `SELECT m.user_id AS "userId", s.locale FROM memberships m
     LEFT JOIN notification_settings s ON s.organization_id = m.organization_id AND s.user_id = m.user_id
     WHERE m.organization_id = $1 AND m.can_manage AND NOT m.is_deleted ORDER BY m.user_id`,
    [organizationId],
  );
