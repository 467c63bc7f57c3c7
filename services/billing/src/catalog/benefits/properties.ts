/** What belongs to each type of benefit, from what a seller says of it. */
import { refuseField } from '@tessera/kit/errors';
import type { BenefitCreate, BenefitUpdate } from '@tessera/proto/api/billing/benefit';
import type { EntityManager } from 'typeorm';
import { lockFiles } from '../../files/find.ts';
import { findMeter } from '../meters/find.ts';
import type { BenefitRow, Kind } from './entity.ts';

type Given = {
  [Body in BenefitCreate as Body['type']]: Pick<Body, 'type' | 'properties'>;
}[BenefitCreate['type']];

/** Reads them; files that are named stay until the transaction ends. Take this lock before the benefit's. */
export const readProperties = async (
  em: EntityManager,
  organizationId: string,
  given: Given,
): Promise<Kind[Given['type']]> => {
  switch (given.type) {
    case 'custom':
      return { type: given.type, properties: { note: given.properties.note ?? null } };
    case 'downloadables': {
      const { files, archived = {} } = given.properties;
      await checkFiles(em, organizationId, files);
      return { type: given.type, properties: { files, archived } };
    }
    case 'meter_credit': {
      await checkMeter(em, organizationId, given.properties.meterId);
      return { type: given.type, properties: given.properties };
    }
    case 'license_keys': {
      const { prefix, expires = null, activations = null, limitUsage = null } = given.properties;
      return {
        type: given.type,
        properties: { prefix: prefix?.trim() || null, expires, activations, limitUsage },
      };
    }
  }
};

const checkMeter = async (em: EntityManager, organizationId: string, id: string): Promise<void> => {
  const meter = await findMeter(em, { id });
  if (meter?.organizationId !== organizationId)
    throw refuseField(['body', 'properties', 'meter_id'], 'Meter does not exist.');
};

const checkFiles = async (em: EntityManager, organizationId: string, ids: string[]): Promise<void> => {
  const found = new Map((await lockFiles(em, ids)).map((file) => [file.id, file]));
  for (const [index, id] of ids.entries()) {
    const file = found.get(id);
    const loc = ['body', 'properties', 'files', index];
    if (file?.organizationId !== organizationId || file.service !== 'downloadable')
      throw refuseField(loc, 'File does not exist.');
    if (ids.indexOf(id) !== index) throw refuseField(loc, 'The file is listed twice.');
  }
};

/** What a benefit is to have after a change; undefined: what it has. */
export const changedProperties = async (
  em: EntityManager,
  benefit: BenefitRow,
  body: BenefitUpdate,
): Promise<BenefitRow['properties'] | undefined> => {
  if (!body.properties) return undefined;
  return (await readProperties(em, benefit.organizationId, body as Given)).properties;
};
