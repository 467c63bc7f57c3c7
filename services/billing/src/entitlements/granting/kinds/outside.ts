/**
 * Benefits that live on another platform. Their grants stay pending until the accesses have been reconciled outside
 * of the transaction (`accesses/`), which grants them.
 */
import { noteAccesses } from '../../accesses/entity.ts';
import type { HandOver, Kind } from './kind.ts';

const note: HandOver = async (em, now, handovers) => {
  await noteAccesses(
    em,
    now,
    handovers.map(({ row }) => row),
  );
  return handovers.map(({ row }) => row.properties);
};

export const outside: Kind = {
  grant: note,
  update: note,
  // Keeps the account, for a grant that is granted again.
  revoke: async (em, now, handovers) => {
    const held = await note(em, now, handovers);
    return held.map((properties) => ('accountId' in properties ? { accountId: properties.accountId } : {}));
  },
  isOutside: true,
};
