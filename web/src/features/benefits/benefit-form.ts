import type { BenefitCreate, BenefitUpdate } from '@tessera/proto/api/billing/benefit';
import type { z } from 'zod';
import type { Benefit } from '../../api/catalog/benefits.ts';
import { t } from '../../i18n/t.ts';
import { changedParts } from '../../shared/changed-parts.ts';
import {
  changedMetadata,
  entriesOf,
  type MetadataEntry,
  metadataMistakes,
  metadataOf,
} from '../../shared/fields/metadata.ts';
import { countOf } from '../../ui/format/typed-values.ts';
import type { FieldErrors, FieldMap } from '../../ui/forms/form-errors.ts';

/** The kinds that can be created and edited here. */
export const formKinds = [
  'custom',
  'downloadables',
  'license_keys',
  'meter_credit',
  'discord',
  'github_repository',
] as const;
export type FormKind = (typeof formKinds)[number];

/** The permissions of customers in a repository, least first. */
export const permissions = ['pull', 'triage', 'push', 'maintain', 'admin'] as const;

export type BenefitForm = {
  type: FormKind;
  description: string;
  note: string;
  /** In the order in which customers see them; archived ones are no longer delivered. */
  files: { id: string; isArchived: boolean }[];
  /** Settings of license keys; numbers as typed. */
  prefix: string;
  ttl: string;
  timeframe: 'day' | 'month' | 'year';
  activationLimit: string;
  enableCustomerAdmin: boolean;
  limitUsage: string;
  meterId: string | null;
  units: string;
  rollover: boolean;
  /** A token for the connected Discord server; empty: none. */
  guildToken: string;
  roleId: string | null;
  /** `owner/name`. */
  repository: string;
  permission: (typeof permissions)[number];
  metadata: MetadataEntry[];
  form: string;
};

export const benefitFields: FieldMap = {
  'properties.note': 'note',
  'properties.files': 'files',
  'properties.prefix': 'prefix',
  'properties.expires': 'ttl',
  'properties.activations': 'activationLimit',
  'properties.limitUsage': 'limitUsage',
  'properties.meterId': 'meterId',
  'properties.units': 'units',
  'properties.guildToken': 'guildToken',
  'properties.roleId': 'roleId',
  'properties.repositoryOwner': 'repository',
  'properties.repositoryName': 'repository',
};

const empty: Omit<BenefitForm, 'type' | 'description'> = {
  note: '',
  files: [],
  prefix: '',
  ttl: '',
  timeframe: 'year',
  activationLimit: '',
  enableCustomerAdmin: true,
  limitUsage: '',
  meterId: null,
  units: '',
  rollover: false,
  guildToken: '',
  roleId: null,
  repository: '',
  permission: 'pull',
  metadata: [],
  form: '',
};

export const formOfBenefit = (benefit: Benefit | null): BenefitForm => ({
  ...empty,
  type: formKinds.find((kind) => kind === benefit?.type) ?? 'custom',
  description: benefit?.description ?? '',
  metadata: entriesOf(benefit?.metadata ?? {}),
  ...(benefit?.type === 'custom' && { note: benefit.properties.note ?? '' }),
  ...(benefit?.type === 'downloadables' && { files: filesOf(benefit.properties) }),
  ...(benefit?.type === 'license_keys' && licensesOf(benefit.properties)),
  ...(benefit?.type === 'meter_credit' && {
    ...benefit.properties,
    units: String(benefit.properties.units),
  }),
  ...(benefit?.type === 'discord' && benefit.properties),
  ...(benefit?.type === 'github_repository' && {
    repository: `${benefit.properties.repositoryOwner}/${benefit.properties.repositoryName}`,
    permission: benefit.properties.permission,
  }),
});

type PropertiesOf<Type extends Benefit['type']> = Extract<Benefit, { type: Type }>['properties'];

const filesOf = ({ files, archived }: PropertiesOf<'downloadables'>) =>
  files.map((id) => ({ id, isArchived: archived[id] ?? false }));

const licensesOf = ({ prefix, expires, activations, limitUsage }: PropertiesOf<'license_keys'>) => ({
  prefix: prefix ?? '',
  ttl: expires?.ttl.toString() ?? '',
  timeframe: expires?.timeframe ?? empty.timeframe,
  activationLimit: activations?.limit.toString() ?? '',
  enableCustomerAdmin: activations?.enableCustomerAdmin ?? empty.enableCustomerAdmin,
  limitUsage: limitUsage?.toString() ?? '',
});

const content = (form: BenefitForm) => {
  const description = form.description.trim();
  switch (form.type) {
    case 'custom':
      return { type: form.type, description, properties: { note: form.note.trim() || null } };
    case 'downloadables':
      return { type: form.type, description, properties: givenFiles(form) };
    case 'license_keys':
      return { type: form.type, description, properties: licenses(form) };
    case 'meter_credit':
      return { type: form.type, description, properties: credit(form) };
    case 'discord':
      return {
        type: form.type,
        description,
        properties: { guildToken: form.guildToken, roleId: form.roleId ?? '' },
      };
    case 'github_repository':
      return { type: form.type, description, properties: repositoryOf(form) };
  }
};

const givenFiles = ({ files }: BenefitForm) => ({
  files: files.map(({ id }) => id),
  archived: Object.fromEntries(files.filter(({ isArchived }) => isArchived).map(({ id }) => [id, true])),
});

const licenses = ({ prefix, ttl, timeframe, activationLimit, ...form }: BenefitForm) => {
  const [time, limit] = [countOf(ttl), countOf(activationLimit)];
  return {
    prefix: prefix.trim() || null,
    expires: time === null ? null : { ttl: time, timeframe },
    activations: limit === null ? null : { limit, enableCustomerAdmin: form.enableCustomerAdmin },
    limitUsage: countOf(form.limitUsage),
  };
};

const credit = ({ meterId, units, rollover }: BenefitForm) => ({
  meterId: meterId ?? '',
  units: countOf(units) ?? 0,
  rollover,
});

const repositoryOf = ({ repository, permission }: BenefitForm) => {
  const [repositoryOwner = '', repositoryName = ''] = repository.split('/');
  return { repositoryOwner, repositoryName, permission };
};

export const createRequest = (form: BenefitForm, organizationId: string): z.input<typeof BenefitCreate> => ({
  ...content(form),
  ...changedMetadata(form.metadata, {}),
  organizationId,
});

export const updateRequest = (form: BenefitForm): z.input<typeof BenefitUpdate> => ({
  ...content(form),
  metadata: metadataOf(form.metadata),
});

/** Validation errors of the schema, of missing choices, and of metadata rows that would be lost. */
export const benefitMistakes = (shape: FieldErrors | null, form: BenefitForm): FieldErrors => ({
  ...shape,
  // The schema would ask for ids and names, which no one types.
  ...(form.type === 'discord' && !form.roleId && { roleId: t('common:thisIsRequired') }),
  ...(form.type === 'github_repository' && !form.repository && { repository: t('common:thisIsRequired') }),
  ...metadataMistakes(form.metadata),
});

/** Returns the changed fields, and the type, which decides how the others are parsed. */
export const changesOf = (form: BenefitForm, before: BenefitForm) =>
  ({ ...changedParts(updateRequest(form), updateRequest(before)), type: form.type }) as z.input<
    typeof BenefitUpdate
  >;
