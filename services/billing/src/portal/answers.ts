/** Answers the gateway, which asks whose session a token is. */
import { askCustomerSession } from '@tessera/proto/api/asks';
import type { Billing } from '../billing.ts';
import { findCustomerSession } from './sessions.ts';

export const answerCustomerSessions = ({ bus, db, now }: Billing): Promise<void> =>
  bus.answer(askCustomerSession, ({ tokenHash }) => findCustomerSession(db.manager, now(), tokenHash));
