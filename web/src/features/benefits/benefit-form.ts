import type { BenefitCreate, BenefitUpdate } from '@tessera/proto/api/billing/benefit';
import type { z } from 'zod';
import type { Benefit } from '../../api/benefits.ts';
import type { FieldMap } from '../../ui/form-errors.ts';

export type BenefitForm = { description: string; note: string; form: string };

export const benefitFields: FieldMap = { 'properties.note': 'note' };

export const formOfBenefit = (benefit: Benefit | null): BenefitForm => ({
  description: benefit?.description ?? '',
  note: benefit?.type === 'custom' ? (benefit.properties.note ?? '') : '',
  form: '',
});

const content = ({ description, note }: BenefitForm) => ({
  type: 'custom' as const,
  description: description.trim(),
  properties: { note: note.trim() || null },
});

export const createRequest = (form: BenefitForm, organizationId: string): z.input<typeof BenefitCreate> => ({
  ...content(form),
  organizationId,
});

export const updateRequest = (form: BenefitForm): z.input<typeof BenefitUpdate> => content(form);
