import { SegmentedControl } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { exportAddress } from '../../api/exports.ts';
import { describeFailure } from '../../api/failure.ts';
import { type StoredFile, useListFilesQuery } from '../../api/files.ts';
import { t } from '../../i18n/t.ts';
import { readableSize } from '../../shared/uploads/size.ts';
import { UploadZone } from '../../shared/uploads/UploadZone.tsx';
import { useUploads } from '../../shared/uploads/use-uploads.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ExportLink } from '../../ui/ExportLink.tsx';
import { Filters } from '../../ui/Filters.tsx';
import { useListState } from '../../ui/list-state.ts';
import { notifyDone } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Stacked } from '../../ui/Stacked.tsx';
import { DeleteFile } from './DeleteFile.tsx';
import { FileMenu } from './FileMenu.tsx';
import { FileName } from './FileName.tsx';
import { RenameFile } from './RenameFile.tsx';

const services = ['downloadable', 'product_media', 'organization_avatar'] as const;
type Service = (typeof services)[number];

type Asking = { about: 'name' | 'deletion'; file: StoredFile } | null;

const columnsOf = (ask: (asking: Asking) => void): Column<StoredFile>[] => [
  { key: 'name', header: t('ui:name'), sort: 'name', cell: (file) => <FileName file={file} /> },
  { key: 'kind', header: t('files:kind'), cell: ({ service }) => t(`files:kinds.${service}`), isWide: true },
  {
    key: 'size',
    header: t('files:size'),
    sort: '-size',
    cell: ({ size }) => readableSize(size),
    align: 'right',
  },
  {
    key: 'created',
    header: t('files:uploaded'),
    sort: '-created_at',
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
  },
  {
    key: 'menu',
    header: t('files:actions'),
    isHeaderHidden: true,
    align: 'right',
    cell: (file) => (
      <FileMenu
        file={file}
        onRename={() => ask({ about: 'name', file })}
        onDelete={() => ask({ about: 'deletion', file })}
      />
    ),
  },
];

export const FilesPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const list = useListState('-created_at');
  const { page, sorting, filter, setFilter } = list;
  const [query, given] = [filter('query'), filter('kind')];
  const service = services.find((one) => one === given);
  const [asking, ask] = useState<Asking>(null);
  const columns = useMemo(() => columnsOf(ask), []);
  const filters = { organizationId: organization.id, query, service };
  const result = useListFilesQuery({ ...filters, page, sorting });
  const uploads = useUploads({
    service: 'downloadable',
    onUploaded: ({ name }) => notifyDone(t('files:wasUploaded', { name })),
  });
  return (
    <>
      <PageHeader
        title={t('files:files')}
        description={t('files:whatCustomersDownload')}
        actions={<ExportLink href={exportAddress('files', filters)} />}
      />
      <Stacked>
        <UploadZone
          label={t('files:dropFilesHere')}
          hint={t('files:anyKindGivenOut')}
          uploads={uploads}
          isMany
          refusal={writeRefusal}
        />
        <div>
          <Filters>
            <SearchField
              label={t('files:searchFiles')}
              value={query}
              onSearch={(text) => setFilter('query', text)}
            />
            <Kinds service={service} onChange={(kind) => setFilter('kind', kind)} />
          </Filters>
          <DataTable
            label={t('files:files')}
            columns={columns}
            result={result}
            rowKey={({ id }) => id}
            describeError={describeFailure}
            list={list}
            empty={<Empty isFiltered={query !== '' || service !== undefined} />}
          />
        </div>
      </Stacked>
      {asking?.about === 'name' && <RenameFile file={asking.file} onClose={() => ask(null)} />}
      {asking?.about === 'deletion' && <DeleteFile file={asking.file} onClose={() => ask(null)} />}
    </>
  );
};

const Kinds = ({
  service,
  onChange,
}: {
  service: Service | undefined;
  onChange: (kind: string | null) => void;
}) => (
  <SegmentedControl
    aria-label={t('files:kind')}
    value={service ?? 'all'}
    onChange={(value) => onChange(value === 'all' ? null : value)}
    data={[
      { value: 'all', label: t('files:all') },
      { value: 'downloadable', label: t('files:downloads') },
      { value: 'product_media', label: t('files:pictures') },
      { value: 'organization_avatar', label: t('files:logos') },
    ]}
  />
);

const Empty = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState icon={<IconFiles size={22} />} title={t('files:noFileFound')}>
      {t('files:tryFewerLetters')}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconFiles size={22} />} title={t('files:uploadYourFirstFile')}>
      {t('files:booksMusicPrograms')}
    </EmptyState>
  );
