/** Stores whether a card that is being saved becomes the default, which its payment's row does not hold. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';

export const insertSetup = (
  em: EntityManager,
  setup: { paymentId: string; isDefault: boolean },
): Promise<unknown> =>
  em.query('INSERT INTO card_setups (payment_id, is_default) VALUES ($1, $2)', [
    setup.paymentId,
    setup.isDefault,
  ]);

export const isDefaultSetup = async (em: EntityManager, paymentId: string): Promise<boolean> => {
  const [row] = await sql<{ isDefault: boolean }>(
    em,
    'SELECT is_default AS "isDefault" FROM card_setups WHERE payment_id = $1',
    [paymentId],
  );
  return row?.isDefault ?? false;
};
