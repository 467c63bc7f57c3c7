import { IconFiles } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type StoredFile, useDeleteFileMutation, useListFilesQuery } from '../../api/catalog/files.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { PageList } from '../../shared/PageList.tsx';
import { deletionOf } from '../../shared/selection/use-bulk-act.ts';
import { readableSize } from '../../shared/uploads/size.ts';
import { UploadZone } from '../../shared/uploads/UploadZone.tsx';
import { useUploads } from '../../shared/uploads/use-uploads.ts';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Stacked } from '../../ui/display/Stacked.tsx';
import { EmptyList } from '../../ui/filters/EmptyList.tsx';
import { type ListState, useListState } from '../../ui/filters/list-state.ts';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { anyText, oneOf } from '../../ui/filters/values.ts';
import { Segments } from '../../ui/forms/Segments.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { listSubtitle } from '../../ui/table/list-subtitle.ts';
import { DeleteFile } from './DeleteFile.tsx';
import { FileMenu } from './FileMenu.tsx';
import { FileName } from './FileName.tsx';
import { RenameFile } from './RenameFile.tsx';

const services = ['downloadable', 'product_media', 'organization_avatar'] as const;

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
    isMenu: true,
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

const fileFilters = { query: anyText, kind: oneOf(services) };

export const FilesPage = () => {
  const { organization } = useCurrentOrganization();
  const [remove] = useDeleteFileMutation();
  const list = useListState('-created_at', fileFilters);
  const service = services.find((one) => one === list.filter('kind'));
  const [asking, ask] = useState<Asking>(null);
  const columns = useMemo(() => columnsOf(ask), [ask]);
  const filters = {
    organizationId: organization.id,
    query: list.filter('query'),
    ...(service && { service }),
  };
  const result = useListFilesQuery({ ...filters, sorting: list.sorting, page: list.page });
  return (
    <>
      <PageHeader
        title={t('files:files')}
        description={listSubtitle({
          list,
          result,
          counted: (count) => t('files:counted', { count }),
          what: t('files:whatCustomersDownload'),
        })}
      />
      <Stacked>
        <Upload />
        <PageList
          name="files"
          label={t('files:files')}
          columns={columns}
          result={result}
          list={list}
          rowLink={({ id }) => paths.file(organization.slug, id)}
          toolbar={<FileFilters list={list} />}
          filters={filters}
          act={deletionOf(remove, t('shared:lost.files'))}
          empty={
            <EmptyList
              list={list}
              icon={<IconFiles size={22} />}
              title={t('files:uploadYourFirstFile')}
              filtered={{ title: t('files:noFileFound'), text: t('files:tryFewerLetters') }}
            >
              {t('files:booksMusicPrograms')}
            </EmptyList>
          }
        />
      </Stacked>
      {asking?.about === 'name' && <RenameFile file={asking.file} onClose={() => ask(null)} />}
      {asking?.about === 'deletion' && <DeleteFile file={asking.file} onClose={() => ask(null)} />}
    </>
  );
};

/** For what customers download; pictures are uploaded where they are shown. */
const Upload = () => {
  const { writeRefusal } = useCurrentOrganization();
  const uploads = useUploads({
    service: 'downloadable',
    onUploaded: ({ name }) => notifyDone(t('files:wasUploaded', { name })),
  });
  return (
    <UploadZone
      label={t('files:dropFilesHere')}
      hint={t('files:anyKindGivenOut')}
      uploads={uploads}
      isMany
      refusal={writeRefusal}
    />
  );
};

const FileFilters = ({ list }: { list: ListState }) => (
  <>
    <SearchFilter list={list} label={t('files:searchFiles')} />
    <Segments
      size="xs"
      label={t('files:kind')}
      value={list.filter('kind') || 'all'}
      onChange={(kind) => list.setFilter('kind', kind === 'all' ? null : kind)}
      choices={[
        { value: 'all', label: t('files:all') },
        { value: 'downloadable', label: t('files:downloads') },
        { value: 'product_media', label: t('files:pictures') },
        { value: 'organization_avatar', label: t('files:logos') },
      ]}
    />
  </>
);
