import type { BenefitCreate, BenefitUpdate } from '@tessera/proto/api/billing/benefit';
import type { z } from 'zod';
import type { Benefit } from '../../api/benefits.ts';
import type { FieldMap } from '../../ui/form-errors.ts';

export type BenefitForm = {
  type: 'custom' | 'downloadables';
  description: string;
  note: string;
  /** In the order in which customers see them; archived ones are no longer given out. */
  files: { id: string; isArchived: boolean }[];
  form: string;
};

export const benefitFields: FieldMap = { 'properties.note': 'note', 'properties.files': 'files' };

export const formOfBenefit = (benefit: Benefit | null): BenefitForm => ({
  type: benefit?.type === 'downloadables' ? 'downloadables' : 'custom',
  description: benefit?.description ?? '',
  note: benefit?.type === 'custom' ? (benefit.properties.note ?? '') : '',
  files: benefit?.type === 'downloadables' ? filesOf(benefit.properties) : [],
  form: '',
});

const filesOf = ({ files, archived }: { files: string[]; archived: Record<string, boolean> }) =>
  files.map((id) => ({ id, isArchived: archived[id] ?? false }));

const content = ({ type, description, note, files }: BenefitForm) =>
  type === 'custom'
    ? { type, description: description.trim(), properties: { note: note.trim() || null } }
    : {
        type,
        description: description.trim(),
        properties: {
          files: files.map(({ id }) => id),
          archived: Object.fromEntries(
            files.filter(({ isArchived }) => isArchived).map(({ id }) => [id, true]),
          ),
        },
      };

export const createRequest = (form: BenefitForm, organizationId: string): z.input<typeof BenefitCreate> => ({
  ...content(form),
  organizationId,
});

export const updateRequest = (form: BenefitForm): z.input<typeof BenefitUpdate> => content(form);
