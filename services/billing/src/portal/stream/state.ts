/**
 * The state that customer pages follow: profile, saved cards, grants, license keys, orders, subscriptions, meters and
 * credit, and the differences between two states.
 */
import { sql } from '@tessera/kit/database/sql';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import { isOf } from '../../customer-sessions/own.ts';
import { isGrantWithin } from '../../entitlements/within.ts';
import { createStatement } from '../../lists/list.ts';

/** A message of the stream; `payload` holds ids. */
export type PortalMessage = { key: string; payload: Record<string, string> };

type Kind =
  | 'customer'
  | 'payment_method'
  | 'grant'
  | 'license_key'
  | 'order'
  | 'subscription'
  | 'meter'
  | 'wallet';

type Thing = {
  kind: Kind;
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
  // A checkout's session shows no profile, no cards, no meters and no credit.
  const whole = (column: string) =>
    'customerId' in caller.scope ? `${column} = ${bind(caller.scope.customerId)}` : 'false';
  const rows = await sql<Thing & { isLive: boolean }>(
    em,
    `SELECT ${session} AS "isLive", things.* FROM (SELECT 1) AS one LEFT JOIN (
       SELECT 'grant' AS kind, g.id, CASE WHEN g.granted_at IS NULL THEN 'revoked' ELSE 'granted' END AS state,
         g.benefit_id::text AS about FROM benefit_grants g WHERE ${isGrantWithin(bind, caller.scope)}
       UNION ALL SELECT 'customer', c.id, coalesce(c.modified_at::text, ''), NULL
         FROM customers c WHERE ${whole('c.id')}
       UNION ALL SELECT 'payment_method', m.id, coalesce(m.modified_at::text, ''), NULL
         FROM payment_methods m WHERE ${whole('m.customer_id')} AND m.deleted_at IS NULL
       UNION ALL SELECT 'license_key', k.id, concat_ws(' ', k.status, k.modified_at, devices.count, devices.last), NULL
         FROM benefit_grants g JOIN license_keys k ON k.grant_id = g.id CROSS JOIN LATERAL (
           SELECT count(*), max(a.created_at) AS last FROM license_key_activations a
           WHERE a.license_key_id = k.id AND a.deleted_at IS NULL) AS devices
         WHERE ${isGrantWithin(bind, caller.scope)}
       UNION ALL SELECT 'order', r.id, r.status || CASE WHEN r.is_invoice_generated THEN ' invoice' ELSE '' END, NULL
         FROM orders r WHERE ${own}
       UNION ALL SELECT 'subscription', r.id, coalesce(r.modified_at::text, ''), NULL FROM subscriptions r WHERE ${own}
       UNION ALL SELECT 'meter', m.id, concat_ws(' ', m.consumed_units, m.credited_units), m.meter_id::text
         FROM customer_meters m WHERE ${whole('m.customer_id')}
       UNION ALL SELECT 'wallet', m.id, m.amount::text, NULL FROM customer_balances m WHERE ${whole('m.customer_id')}
     ) AS things ON true`,
    values,
  );
  if (!rows[0]?.isLive) return null;
  return new Map(rows.flatMap((row) => (row.id === null ? [] : [[`${row.kind} ${row.id}`, row]])));
};

/**
 * The messages for changes between two states. Things that existed at the start are reported when they change; of those
 * that can be removed, only cards leave the state.
 */
export const messagesBetween = (before: PortalState, after: PortalState): PortalMessage[] => [
  ...[...after].flatMap(([key, thing]) => {
    const known = before.get(key);
    return known?.state === thing.state ? [] : messagesOf(thing, known);
  }),
  ...[...before].flatMap(([key, { kind, id }]) =>
    kind === 'payment_method' && !after.has(key)
      ? [{ key: 'payment_method.deleted', payload: { payment_method_id: id } }]
      : [],
  ),
];

/** Kinds whose changes are reported by id alone. */
const updatedKeys = {
  customer: 'customer.updated',
  payment_method: 'payment_method.updated',
  license_key: 'license_key.updated',
  subscription: 'subscription.updated',
  wallet: 'wallet.updated',
} as const;

const messagesOf = ({ kind, id, state, about }: Thing, known: Thing | undefined): PortalMessage[] => {
  if (kind === 'grant') {
    if (!known && state === 'revoked') return [];
    return [{ key: `benefit.${state}`, payload: { benefit_grant_id: id, benefit_id: about ?? '' } }];
  }
  if (kind === 'meter')
    return [{ key: 'customer_meter.updated', payload: { customer_meter_id: id, meter_id: about ?? '' } }];
  if (kind !== 'order') return [{ key: updatedKeys[kind], payload: { [`${kind}_id`]: id } }];
  const payload = { order_id: id };
  const isDrawn = state.endsWith(' invoice') && !known?.state.endsWith(' invoice');
  return [
    { key: 'order.updated', payload },
    ...(isDrawn ? [{ key: 'order.invoice_generated', payload }] : []),
  ];
};
