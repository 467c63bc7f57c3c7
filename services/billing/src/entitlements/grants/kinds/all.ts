/** The types of benefits that can be granted. */
import { HopelessEvent } from '@tessera/kit/bus';
import { custom } from './custom.ts';
import { downloadables } from './downloadables.ts';
import type { Kind } from './kind.ts';

const kinds: Partial<Record<string, Kind>> = { custom, downloadables };

/** Throws for a type that nobody can hand over. */
export const kindOf = (type: string): Kind => {
  const kind = kinds[type];
  if (!kind) throw new HopelessEvent(`benefits of type ${type} cannot be granted`);
  return kind;
};
