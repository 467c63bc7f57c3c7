/** Validates the type-specific properties of benefits. */
import { refuseEntries, refuseField } from '@tessera/kit/errors';
import type { BenefitCreate, BenefitUpdate } from '@tessera/proto/api/billing/benefit';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { lockFiles } from '../../files/find.ts';
import { readGuildToken } from '../integrations/guild-token.ts';
import { hasRepository } from '../integrations/repositories.ts';
import { findMeter } from '../meters/find.ts';
import type { BenefitRow, Kind } from './entity.ts';

type Given = {
  [Body in BenefitCreate as Body['type']]: Pick<Body, 'type' | 'properties'>;
}[BenefitCreate['type']];

/** Validates properties. Locks the listed files until the transaction ends. Lock order: files before the benefit. */
export const readProperties = async (
  billing: Needed,
  em: EntityManager,
  { organizationId, given }: { organizationId: string; given: Given },
): Promise<Kind[Given['type']]> => {
  switch (given.type) {
    case 'discord':
      return { type: given.type, properties: await readRole(billing, organizationId, given.properties) };
    case 'github_repository':
      await checkRepository(billing, em, { organizationId, ...given.properties });
      return { type: given.type, properties: given.properties };
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
  refuseEntries(['body', 'properties', 'files'], ids, (id, index) => {
    const file = found.get(id);
    if (file?.organizationId !== organizationId || file.service !== 'downloadable')
      return 'File does not exist.';
    return ids.indexOf(id) === index ? null : 'The file is listed twice.';
  });
};

type Needed = Pick<Billing, 'files' | 'platforms'>;
type PropertiesOf<Type extends Given['type']> = Extract<Given, { type: Type }>['properties'];

const requireOffered = (platform: object | null): void => {
  if (!platform)
    throw refuseField(['body', 'type'], 'Benefits of this type are not configured in this installation.');
};

const readRole = async (
  { files, platforms }: Needed,
  organizationId: string,
  { guildToken, roleId }: PropertiesOf<'discord'>,
) => {
  requireOffered(platforms.discord);
  const guildId = await readGuildToken(files.signer, organizationId, guildToken);
  if (guildId === null)
    throw refuseField(
      ['body', 'properties', 'guild_token'],
      'This token does not belong to a server of yours.',
    );
  return { guildId, roleId, guildToken };
};

const checkRepository = async (
  { platforms }: Needed,
  em: EntityManager,
  repository: PropertiesOf<'github_repository'> & { organizationId: string },
): Promise<void> => {
  requireOffered(platforms.github);
  if (!(await hasRepository(em, repository.organizationId, repository)))
    throw refuseField(
      ['body', 'properties', 'repository_name'],
      'First connect a GitHub account that administers this repository.',
    );
};

/** The properties after an update, or undefined when they do not change. */
export const changedProperties = async (
  billing: Needed,
  em: EntityManager,
  { benefit, body }: { benefit: BenefitRow; body: BenefitUpdate },
): Promise<BenefitRow['properties'] | undefined> => {
  if (!body.properties) return undefined;
  const { organizationId } = benefit;
  return (await readProperties(billing, em, { organizationId, given: body as Given })).properties;
};
