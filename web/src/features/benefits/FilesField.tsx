import { Group, Input, Select, Stack, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { type StoredFile, useListFilesQuery } from '../../api/catalog/files.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { isolated } from '../../i18n/isolated.ts';
import { t } from '../../i18n/t.ts';
import { choicesOf, offering, soughtBeside } from '../../shared/fields/choices.ts';
import { MoveButtons } from '../../shared/fields/MoveButtons.tsx';
import { type Move, MoveNotice } from '../../shared/fields/MoveNotice.tsx';
import { useChoiceSearch } from '../../shared/fields/NamedChoices.tsx';
import { readableSize } from '../../shared/uploads/size.ts';
import { UploadZone } from '../../shared/uploads/UploadZone.tsx';
import { useUploads } from '../../shared/uploads/use-uploads.ts';
import { formatSecond } from '../../ui/format/dates.ts';
import type { BenefitForm } from './benefit-form.ts';
import classes from './FilesField.module.css';

type Form = UseFormReturnType<BenefitForm>;
type Listed = BenefitForm['files'][number];

/** The maximum number of files per request. */
const most = 100;

/** The files of a benefit, in order: uploaded here, or chosen from existing ones. */
export const FilesField = ({ form }: { form: Form }) => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const { files } = form.values;
  const named = useListFilesQuery(
    { organizationId: organization.id, ids: files.map(({ id }) => id), limit: most },
    { skip: files.length === 0 },
  );
  const { search, setSearch, query } = useChoiceSearch();
  const wanted = { organizationId: organization.id, service: 'downloadable', limit: most } as const;
  const first = useListFilesQuery(wanted);
  const sought = soughtBeside(first, query);
  const found = useListFilesQuery({ ...wanted, query: sought }, { skip: sought === undefined });
  const { items, list } = choicesOf(first, found, sought);
  const known = new Map([...items, ...(named.data?.items ?? [])].map((file) => [file.id, file]));
  const add = (id: string) =>
    form.setFieldValue('files', (present) => [...present, { id, isArchived: false }]);
  const uploads = useUploads({
    service: 'downloadable',
    onUploaded: ({ id }, put) =>
      form.setFieldValue('files', (present) => put(present, { id, isArchived: false })),
  });
  const left = items.filter(({ id }) => !files.some((file) => file.id === id));
  const hasMore = (first.data?.pagination.totalCount ?? 0) > files.length;
  return (
    <Input.Wrapper label={t('benefits:files')} labelElement="div" error={form.errors['files']}>
      <Stack gap="sm" mt={4}>
        <Chosen files={files} known={known} onChange={(next) => form.setFieldValue('files', next)} />
        <UploadZone
          label={t('benefits:addFiles')}
          hint={t('files:anyKindGivenOut')}
          uploads={uploads}
          isMany
          refusal={writeRefusal}
        />
        {(left.length > 0 || hasMore) && (
          <Select
            label={t('benefits:orChooseOne')}
            placeholder={t('benefits:chooseAFile')}
            searchable
            {...offering(list, t('files:noFileOfThisName'))}
            searchValue={search}
            onSearchChange={setSearch}
            value={null}
            classNames={{ option: classes.option }}
            data={left.map((file) => ({ value: file.id, label: labelBeside(file, known) }))}
            onChange={(id) => {
              setSearch('');
              if (id !== null) add(id);
            }}
          />
        )}
      </Stack>
    </Input.Wrapper>
  );
};

/** What tells a file apart from others of the same name: nothing where there are none. */
const apart = (file: StoredFile, all: ReadonlyMap<string, StoredFile>): string[] => {
  const isAlone = [...all.values()].every(({ id, name }) => id === file.id || name !== file.name);
  return isAlone ? [] : [...(file.version ? [file.version] : []), formatSecond(file.createdAt)];
};

const labelBeside = (file: StoredFile, all: ReadonlyMap<string, StoredFile>): string => {
  const facts = apart(file, all);
  return [isolated(file.name), ...(facts.length > 0 ? [readableSize(file.size), ...facts] : [])].join(' · ');
};

const swapped = (files: readonly Listed[], at: number, other: number): Listed[] =>
  files.map((file, index) => (index === at ? files[other] : index === other ? files[at] : file) ?? file);

type ChosenProps = { files: Listed[]; known: Map<string, StoredFile>; onChange: (next: Listed[]) => void };

const Chosen = ({ files, known, onChange }: ChosenProps) => {
  const [latest, setLatest] = useState<Move | null>(null);
  const move = (name: string, at: number, to: number) => {
    onChange(swapped(files, at, to));
    setLatest({ name, place: to + 1, total: files.length });
  };
  return (
    <>
      <MoveNotice move={latest} />
      <ol className={classes.files} aria-label={t('benefits:chosenFiles')}>
        {files.map((file, index) => (
          <ChosenFile
            key={file.id}
            file={file}
            known={known}
            isFirst={index === 0}
            isLast={index === files.length - 1}
            onArchive={(isArchived) =>
              onChange(files.map((one) => (one.id === file.id ? { ...one, isArchived } : one)))
            }
            onMove={(by, name) => move(name, index, index + by)}
            onTakeOff={() => onChange(files.filter(({ id }) => id !== file.id))}
          />
        ))}
      </ol>
    </>
  );
};

type ChosenFileProps = {
  file: Listed;
  known: ChosenProps['known'];
  isFirst: boolean;
  isLast: boolean;
  onArchive: (isArchived: boolean) => void;
  onMove: (by: 1 | -1, name: string) => void;
  onTakeOff: () => void;
};

const ChosenFile = (props: ChosenFileProps) => {
  const { file, known, isFirst, isLast, onArchive, onMove, onTakeOff } = props;
  const found = known.get(file.id);
  const facts = found ? apart(found, known) : [];
  const name = [found?.name ?? '…', ...facts].join(', ');
  return (
    <li className={classes.file}>
      <span className={classes.name} dir="auto">
        {found?.name ?? '…'}
      </span>
      <span className={classes.size}>{found && [readableSize(found.size), ...facts].join(' · ')}</span>
      <Switch
        label={t('benefits:givenOut')}
        aria-label={t('benefits:isGivenOut', { name })}
        checked={!file.isArchived}
        onChange={({ currentTarget: { checked } }) => onArchive(!checked)}
      />
      <Group gap="xs" wrap="nowrap">
        <MoveButtons
          isFirst={isFirst}
          isLast={isLast}
          onMove={(by) => onMove(by, name)}
          onRemove={onTakeOff}
          labels={{
            back: t('benefits:moveUp', { name }),
            on: t('benefits:moveDown', { name }),
            remove: t('benefits:takeOff', { name }),
          }}
        />
      </Group>
    </li>
  );
};
