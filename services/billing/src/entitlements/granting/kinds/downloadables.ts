/** A benefit of type downloadables gives files: those that exist and are not archived. */
import type { BenefitRow } from '../../../catalog/benefits/entity.ts';
import { givenFiles } from '../../../catalog/benefits/files.ts';
import { findFilesByIds } from '../../../files/find.ts';
import type { HandOver, Kind } from './kind.ts';

const handOver: HandOver = async (em, _now, handovers) => {
  const listed = handovers.map(({ benefit }) => filesOf(benefit));
  const found = new Set((await findFilesByIds(em, [...new Set(listed.flat())])).map(({ id }) => id));
  return listed.map((files) => ({ files: files.filter((id) => found.has(id)) }));
};

const filesOf = (benefit: BenefitRow): string[] => {
  if (benefit.type !== 'downloadables') throw new Error(`benefit ${benefit.id} has no files`);
  return givenFiles(benefit);
};

const takeBack: HandOver = (_em, _now, handovers) => Promise.resolve(handovers.map(() => ({})));

export const downloadables: Kind = { grant: handOver, update: handOver, revoke: takeBack };
