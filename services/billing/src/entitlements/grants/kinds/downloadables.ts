/** A benefit of type downloadables gives files: those that are there and not archived. */
import { givenFiles } from '../../../catalog/benefits/files.ts';
import { findFilesByIds } from '../../../files/find.ts';
import type { Kind } from './kind.ts';

export const downloadables: Kind = {
  grant: async (em, benefit) => {
    if (benefit.type !== 'downloadables') throw new Error(`benefit ${benefit.id} has no files`);
    const listed = givenFiles(benefit);
    const found = new Set((await findFilesByIds(em, listed)).map(({ id }) => id));
    return { files: listed.filter((id) => found.has(id)) };
  },
  revoke: () => Promise.resolve(),
};
