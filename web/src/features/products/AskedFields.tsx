import { Group, Select, Stack, Switch, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type CustomField,
  useGetCustomFieldQuery,
  useListCustomFieldsQuery,
} from '../../api/catalog/custom-fields.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { Trans } from '../../i18n/Trans.tsx';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { choicesOf, offering, soughtBeside } from '../../shared/fields/choices.ts';
import { MoveButtons } from '../../shared/fields/MoveButtons.tsx';
import { type Move, MoveNotice } from '../../shared/fields/MoveNotice.tsx';
import { maxChoices, useChoiceSearch } from '../../shared/fields/NamedChoices.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import classes from './AskedFields.module.css';
import type { AskedField } from './product-form.ts';

type Props = {
  asked: readonly AskedField[];
  error?: string | undefined;
  onChange: (asked: AskedField[]) => void;
};

/** The custom fields that the checkout asks for: which, in which order, and which are required. */
export const AskedFields = ({ asked, error, onChange }: Props) => {
  const { organization } = useCurrentOrganization();
  const [move, setMove] = useState<Move | null>(null);
  const choices = useFieldChoices();
  const { first, items } = choices;
  if (first.data?.items.length === 0)
    return (
      <p>
        <Trans
          i18nKey="products:youHaveNoCustomFieldsYet"
          components={{ a: <TextLink to={paths.newCustomField(organization.slug)} isBeside /> }}
        />
      </p>
    );
  const fields = new Map(items.map((field) => [field.id, field]));
  return (
    <Stack gap="sm">
      <MoveNotice move={move} />
      {asked.length > 0 && (
        <ol className={classes.list}>
          {asked.map((entry, index) => (
            <Row
              key={entry.customFieldId}
              id={entry.customFieldId}
              listed={fields.get(entry.customFieldId)}
              isAway={first.data !== undefined}
              isRequired={entry.required}
              isFirst={index === 0}
              isLast={index === asked.length - 1}
              onRequire={(required) => onChange(asked.with(index, { ...entry, required }))}
              onMove={(by, name) => {
                onChange(moved(asked, index, by));
                setMove({ name, place: index + by + 1, total: asked.length });
              }}
              onRemove={() => onChange(asked.toSpliced(index, 1))}
            />
          ))}
        </ol>
      )}
      {error && (
        <Text c="var(--danger-text)" size="sm" role="alert">
          {error}
        </Text>
      )}
      <AddField
        asked={asked}
        choices={choices}
        onAdd={(id) => onChange([...asked, { customFieldId: id, required: false }])}
      />
      <TextLink to={paths.newCustomField(organization.slug)} isBeside>
        {t('products:createACustomField')}
      </TextLink>
    </Stack>
  );
};

/** The organization's custom fields: the first page, and what is searched for beyond it. */
const useFieldChoices = () => {
  const { organization } = useCurrentOrganization();
  const { search, setSearch, query } = useChoiceSearch();
  const wanted = { organizationId: organization.id, limit: maxChoices };
  const first = useListCustomFieldsQuery(wanted);
  const sought = soughtBeside(first, query);
  const found = useListCustomFieldsQuery({ ...wanted, query: sought }, { skip: sought === undefined });
  return { first, search, setSearch, ...choicesOf(first, found, sought) };
};

type AddProps = {
  asked: readonly AskedField[];
  choices: ReturnType<typeof useFieldChoices>;
  onAdd: (id: string) => void;
};

const AddField = ({ asked, choices, onAdd }: AddProps) => {
  const { first, items, list, search, setSearch } = choices;
  const others = items.filter(({ id }) => !asked.some(({ customFieldId }) => customFieldId === id));
  const isAll = first.data?.pagination.totalCount === asked.length && others.length === 0;
  return (
    <Select
      aria-label={t('products:addCustomField')}
      placeholder={isAll ? t('products:allCustomFieldsAreAskedFor') : t('products:addCustomField')}
      // Disabled, it would lose the keyboard focus after the last choice.
      readOnly={isAll}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      value={null}
      data={others.map(choiceOf)}
      {...offering(list, t('products:noCustomFieldOfThisName'))}
      onChange={(id) => {
        if (id === null) return;
        setSearch('');
        onAdd(id);
      }}
    />
  );
};

const choiceOf = ({ id, name }: CustomField) => ({ value: id, label: name });

const moved = (asked: readonly AskedField[], index: number, by: 1 | -1): AskedField[] => {
  const entry = asked[index];
  return entry ? asked.toSpliced(index, 1).toSpliced(index + by, 0, entry) : [...asked];
};

type RowProps = {
  id: string;
  /** The field, if it is in the loaded list; otherwise the name is loaded once it is known to be missing there. */
  listed: CustomField | undefined;
  isAway: boolean;
  isRequired: boolean;
  isFirst: boolean;
  isLast: boolean;
  onRequire: (required: boolean) => void;
  onMove: (by: 1 | -1, name: string) => void;
  onRemove: () => void;
};

const Row = (props: RowProps) => {
  const { id, listed, isAway, isRequired, isFirst, isLast, onRequire, onMove, onRemove } = props;
  const { data: one } = useGetCustomFieldQuery(id, { skip: listed !== undefined || !isAway });
  const name = (listed ?? one)?.name ?? '…';
  return (
    <li className={classes.row}>
      <span className={classes.name}>{name}</span>
      <Switch
        size="sm"
        label={t('products:required')}
        aria-label={t('products:nameIsRequired', { name })}
        checked={isRequired}
        onChange={(event) => onRequire(event.currentTarget.checked)}
      />
      <Group gap={2} wrap="nowrap">
        <MoveButtons
          isFirst={isFirst}
          isLast={isLast}
          onMove={(by) => onMove(by, name)}
          onRemove={onRemove}
          labels={{
            back: t('products:moveUp', { name }),
            on: t('products:moveDown', { name }),
            remove: t('products:removeField', { name }),
          }}
          removeIcon={<IconTrash size={16} aria-hidden />}
        />
      </Group>
    </li>
  );
};
