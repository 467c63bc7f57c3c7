import { Checkbox, TextInput } from '@mantine/core';
import type { AskedField } from '@tessera/proto/api/identity/public-options';
import { t } from '../../i18n/t.ts';
import { DateField } from '../../ui/forms/DateField.tsx';
import { type Answers, labelOf } from './asked-fields.ts';

type Props = {
  fields: AskedField[];
  answers: Answers;
  errors: Record<string, string>;
  onAnswer: (name: string, answer: string | boolean) => void;
};

/** The installation's additional fields of users, besides name, address and password. */
export const AskedFields = ({ fields, answers, errors, onAnswer }: Props) =>
  fields.map(({ name, type }) =>
    type === 'boolean' ? (
      <Checkbox
        key={name}
        label={labelOf(name)}
        size="sm"
        checked={answers[name] === true}
        onChange={({ currentTarget }) => onAnswer(name, currentTarget.checked)}
      />
    ) : type === 'date' ? (
      <DateField
        key={name}
        label={labelOf(name)}
        value={String(answers[name] ?? '')}
        error={errors[name]}
        onChange={({ currentTarget }) => onAnswer(name, currentTarget.value)}
      />
    ) : (
      <TextInput
        key={name}
        label={labelOf(name)}
        {...(type === 'number' ? { inputMode: 'decimal' as const } : {})}
        {...(type.endsWith('[]') ? { description: t('shared:severalWithCommasBetweenThem') } : {})}
        value={String(answers[name] ?? '')}
        error={errors[name]}
        onChange={({ currentTarget }) => onAnswer(name, currentTarget.value)}
      />
    ),
  );
