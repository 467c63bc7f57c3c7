/**
 * The state that customer pages follow: grants, orders, subscriptions, meters and credit, and the differences between
 * two states.
 */
import { sql } from '@tessera/kit/database/sql';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import { isGrantWithin } from '../../entitlements/within.ts';
import { createStatement } from '../../lists/list.ts';
import { isOf } from '../own.ts';

/** A message of the stream; `payload` holds ids. */
export type PortalMessage = { key: string; payload: Record<string, string> };

type Thing = {
  kind: 'grant' | 'order' | 'subscription' | 'meter' | 'wallet';
  id: string;
  state: string;
  about: string | null;
};

/** States by kind and id. */
export type PortalState = Map<string, Thing>;

/** Returns null if the session has ended. */
export const readState = async (
  em: EntityManager,
  now: Date,
  caller: CustomerCaller,
): Promise<PortalState | null> => {
  const { values, bind } = createStatement();
  const session = `EXISTS (SELECT 1 FROM customer_sessions WHERE id = ${bind(caller.sessionId)}
    AND expires_at > ${bind(now)})`;
  const own = isOf(caller)(bind);
  // A checkout's session shows no meters and no credit.
  const metered = 'customerId' in caller.scope ? `m.customer_id = ${bind(caller.scope.customerId)}` : 'false';
  const rows = await sql<Thing & { isLive: boolean }>(
    em,
    `SELECT ${session} AS "isLive", things.* FROM (SELECT 1) AS one LEFT JOIN (
       SELECT 'grant' AS kind, g.id, CASE WHEN g.granted_at IS NULL THEN 'revoked' ELSE 'granted' END AS state,
         g.benefit_id::text AS about FROM benefit_grants g WHERE ${isGrantWithin(bind, caller.scope)}
       UNION ALL SELECT 'order', r.id, r.status || CASE WHEN r.is_invoice_generated THEN ' invoice' ELSE '' END, NULL
         FROM orders r WHERE ${own}
       UNION ALL SELECT 'subscription', r.id, coalesce(r.modified_at::text, ''), NULL FROM subscriptions r WHERE ${own}
       UNION ALL SELECT 'meter', m.id, concat_ws(' ', m.consumed_units, m.credited_units), m.meter_id::text
         FROM customer_meters m WHERE ${metered}
       UNION ALL SELECT 'wallet', m.id, m.amount::text, NULL FROM customer_balances m WHERE ${metered}
     ) AS things ON true`,
    values,
  );
  if (!rows[0]?.isLive) return null;
  return new Map(rows.flatMap((row) => (row.id === null ? [] : [[`${row.kind} ${row.id}`, row]])));
};

/** The messages for changes between two states. Things that existed at the start are reported when they change. */
export const messagesBetween = (before: PortalState, after: PortalState): PortalMessage[] =>
  [...after].flatMap(([key, thing]) => {
    const known = before.get(key);
    return known?.state === thing.state ? [] : messagesOf(thing, known);
  });

const messagesOf = ({ kind, id, state, about }: Thing, known: Thing | undefined): PortalMessage[] => {
  if (kind === 'grant') {
    if (!known && state === 'revoked') return [];
    return [{ key: `benefit.${state}`, payload: { benefit_grant_id: id, benefit_id: about ?? '' } }];
  }
  if (kind === 'meter')
    return [{ key: 'customer_meter.updated', payload: { customer_meter_id: id, meter_id: about ?? '' } }];
  if (kind === 'wallet') return [{ key: 'wallet.updated', payload: { wallet_id: id } }];
  if (kind === 'subscription') return [{ key: 'subscription.updated', payload: { subscription_id: id } }];
  const payload = { order_id: id };
  const isDrawn = state.endsWith(' invoice') && !known?.state.endsWith(' invoice');
  return [
    { key: 'order.updated', payload },
    ...(isDrawn ? [{ key: 'order.invoice_generated', payload }] : []),
  ];
};
