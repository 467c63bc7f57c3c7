/**
 * Benefits of types whose substance lies on another platform. The grants wait here: what is to be there, and is not, is
 * seen to outside of their transaction (`accesses/`), which then says that they are granted.
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
  // Whose account it was is kept, for a grant that is given again.
  revoke: async (em, now, handovers) => {
    const held = await note(em, now, handovers);
    return held.map((properties) => ('accountId' in properties ? { accountId: properties.accountId } : {}));
  },
  isOutside: true,
};
