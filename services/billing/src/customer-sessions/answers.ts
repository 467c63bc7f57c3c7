/** Answers the gateway: whose session a token is, and whether an organization's customer pages use Stripe. */
import { askCustomerSession, askPortalPage } from '@tessera/proto/api/asks';
import { findOrganizationBySlug } from '../access/organizations/entity.ts';
import type { Billing } from '../billing.ts';
import { findCustomerSession } from './sessions.ts';

export const answerCustomerSessions = ({ bus, db, now }: Billing): Promise<void> =>
  bus.answer(askCustomerSession, ({ tokenHash }) => findCustomerSession(db.manager, now(), tokenHash));

export const answerPortalPages = ({
  bus,
  db,
  payments,
}: Pick<Billing, 'bus' | 'db' | 'payments'>): Promise<void> =>
  bus.answer(askPortalPage, async ({ slug }) => {
    const seller = await findOrganizationBySlug(db.manager, slug);
    if (!seller) return null;
    return { isAtStripe: (await payments.placeOf(db.manager, seller.id)).processor === 'stripe' };
  });
