import { ActionIcon, Button, Group, Paper, Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { FilterOperator } from '@tessera/proto/api/billing/enums';
import { t } from '../../i18n/t.ts';
import { Segments } from '../../ui/forms/Segments.tsx';
import {
  type ClauseForm,
  emptyClause,
  emptyGroup,
  type GroupForm,
  isGroup,
  type MeterForm,
} from './meter-form.ts';

/** `place` is the path of the group or clause in the form: `filter.clauses.0`. */
type Props<Entry> = { form: UseFormReturnType<MeterForm>; place: string; entry: Entry };

/** Maximum nesting of groups here; the server accepts five. */
const maxDepth = 3;

/** The filter of a meter: conditions, and groups of conditions. */
export const FilterFields = ({ form, place, entry, depth = 1 }: Props<GroupForm> & { depth?: number }) => (
  <Stack
    component="fieldset"
    gap="sm"
    bd={0}
    p={0}
    m={0}
    flex={1}
    miw={0}
    aria-label={t('meters:conditions')}
  >
    {entry.clauses.length > 1 && (
      <Segments
        label={t('meters:whichMustHold')}
        choices={[
          { value: 'and', label: t('meters:all') },
          { value: 'or', label: t('meters:any') },
        ]}
        {...form.getInputProps(`${place}.conjunction`)}
      />
    )}
    {entry.clauses.map((inner, index) => {
      const here = `${place}.clauses.${index}`;
      const remove = () => form.removeListItem(`${place}.clauses`, index);
      // oxlint-disable-next-line react/no-array-index-key -- a condition is what stands at its place
      return isGroup(inner) ? (
        <Paper key={here} withBorder p="sm">
          <Group justify="space-between" align="start" wrap="nowrap">
            <FilterFields form={form} place={here} entry={inner} depth={depth + 1} />
            <Remove label={t('meters:removeGroup')} onRemove={remove} />
          </Group>
        </Paper>
      ) : (
        <Clause key={here} form={form} place={here} entry={inner} onRemove={remove} />
      );
    })}
    <Group gap="xs">
      <Add
        label={t('meters:addCondition')}
        onAdd={() => form.insertListItem(`${place}.clauses`, { ...emptyClause })}
      />
      {depth < maxDepth && (
        <Add
          label={t('meters:addGroup')}
          onAdd={() => form.insertListItem(`${place}.clauses`, structuredClone(emptyGroup))}
        />
      )}
    </Group>
  </Stack>
);

const Add = ({ label, onAdd }: { label: string; onAdd: () => void }) => (
  <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAdd}>
    {label}
  </Button>
);

const Remove = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <ActionIcon variant="subtle" color="gray" mt={4} aria-label={label} onClick={onRemove}>
    <IconX size={16} aria-hidden />
  </ActionIcon>
);

const Clause = ({ form, place, entry, onRemove }: Props<ClauseForm> & { onRemove: () => void }) => (
  <Group gap="xs" align="start">
    <TextInput
      aria-label={t('meters:property')}
      placeholder={t('meters:property')}
      flex="1 1 110px"
      {...form.getInputProps(`${place}.property`)}
    />
    <Select
      aria-label={t('meters:operator')}
      flex="1 1 150px"
      allowDeselect={false}
      data={FilterOperator.options.map((value) => ({ value, label: t(`meters:operators.${value}`) }))}
      {...form.getInputProps(`${place}.operator`)}
    />
    <Select
      aria-label={t('meters:valueKind')}
      flex="1 1 110px"
      allowDeselect={false}
      data={[
        { value: 'text', label: t('meters:kinds.text') },
        { value: 'number', label: t('meters:kinds.number') },
        { value: 'boolean', label: t('meters:kinds.boolean') },
      ]}
      {...form.getInputProps(`${place}.kind`)}
    />
    {/* A narrow page wraps before the value, never between it and its remove button. */}
    <Group gap="xs" align="start" wrap="nowrap" flex="1 1 146px">
      <Value form={form} place={place} entry={entry} />
      <Remove label={t('meters:removeCondition')} onRemove={onRemove} />
    </Group>
  </Group>
);

const Value = ({ form, place, entry }: Props<ClauseForm>) =>
  entry.kind === 'boolean' ? (
    <Select
      aria-label={t('meters:value')}
      placeholder={t('meters:value')}
      flex={1}
      miw={0}
      allowDeselect={false}
      data={[
        { value: 'true', label: t('meters:yes') },
        { value: 'false', label: t('meters:no') },
      ]}
      {...form.getInputProps(`${place}.value`)}
    />
  ) : (
    <TextInput
      aria-label={t('meters:value')}
      placeholder={t('meters:value')}
      flex={1}
      miw={0}
      {...(entry.kind === 'number' && { inputMode: 'numeric' })}
      {...form.getInputProps(`${place}.value`)}
    />
  );
