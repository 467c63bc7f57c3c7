/** The types of benefits that can be granted. */
import { HopelessEvent } from '@tessera/kit/events/bus';
import type { BenefitGrantProperties } from '@tessera/proto/api/billing/grant-properties';
import type { EntityManager } from 'typeorm';
import type { Handover } from '../../grants/handovers.ts';
import { custom } from './custom.ts';
import { downloadables } from './downloadables.ts';
import type { Kind } from './kind.ts';
import { licenseKeys } from './license-keys.ts';
import { meterCredit } from './meter-credit.ts';
import { outside } from './outside.ts';

const kinds: Partial<Record<string, Kind>> = {
  custom,
  downloadables,
  license_keys: licenseKeys,
  meter_credit: meterCredit,
  discord: outside,
  github_repository: outside,
};

/** Throws HopelessEvent for an unknown type. */
export const kindOf = (type: string): Kind => {
  const kind = kinds[type];
  if (!kind) throw new HopelessEvent(`benefits of type ${type} cannot be granted`);
  return kind;
};

/** Hands over grants of any type, and returns the properties of each by its id. */
export const handOverAll = async (
  em: EntityManager,
  now: Date,
  { step, handovers }: { step: 'grant' | 'update'; handovers: Handover[] },
): Promise<Map<string, BenefitGrantProperties>> => {
  const given = new Map<string, BenefitGrantProperties>();
  for (const [type, ofType] of Map.groupBy(handovers, ({ benefit }) => benefit.type)) {
    const answers = await kindOf(type)[step](em, now, ofType);
    for (const [index, { row }] of ofType.entries()) given.set(row.id, answers[index] ?? {});
  }
  return given;
};

/**
 * Revokes grants of any type, and returns the remaining properties of each by its id. `isLast`: whether the customer
 * has no other grant of the benefit.
 */
export const takeBackAll = async (
  em: EntityManager,
  now: Date,
  {
    step,
    handovers,
    isLast,
  }: { step: 'revoke' | 'suspend'; handovers: Handover[]; isLast: (handover: Handover) => boolean },
): Promise<Map<string, BenefitGrantProperties>> => {
  const left = new Map(handovers.map(({ row }) => [row.id, row.properties]));
  for (const [type, ofType] of Map.groupBy(handovers, ({ benefit }) => benefit.type)) {
    const kind = kindOf(type);
    const lost = kind.revokesEach ? ofType : ofType.filter(isLast);
    const answers = lost.length > 0 ? await (kind[step] ?? kind.revoke)(em, now, lost) : [];
    for (const [index, { row }] of lost.entries()) left.set(row.id, answers[index] ?? {});
  }
  return left;
};
