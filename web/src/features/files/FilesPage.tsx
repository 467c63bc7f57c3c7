import { IconFiles } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type StoredFile, useDeleteFileMutation, useListFilesQuery } from '../../api/catalog/files.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { exportAddress } from '../../api/request/exports.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { SelectedRows } from '../../shared/selection/SelectedRows.tsx';
import { deletionOf } from '../../shared/selection/use-bulk-act.ts';
import { readableSize } from '../../shared/uploads/size.ts';
import { UploadZone } from '../../shared/uploads/UploadZone.tsx';
import { useUploads } from '../../shared/uploads/use-uploads.ts';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Stacked } from '../../ui/display/Stacked.tsx';
import { EmptyList } from '../../ui/filters/EmptyList.tsx';
import { useListState } from '../../ui/filters/list-state.ts';
import { SavedViews } from '../../ui/filters/SavedViews.tsx';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { anyText, oneOf } from '../../ui/filters/values.ts';
import { Segments } from '../../ui/forms/Segments.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { ExportLink } from '../../ui/table/ExportLink.tsx';
import { listSubtitle } from '../../ui/table/list-subtitle.ts';
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
  const { organization, writeRefusal } = useCurrentOrganization();
  const [remove] = useDeleteFileMutation();
  const list = useListState('-created_at', fileFilters);
  const query = list.filter('query');
  const service = services.find((one) => one === list.filter('kind'));
  const [asking, ask] = useState<Asking>(null);
  const columns = useMemo(() => columnsOf(ask), [ask]);
  const result = useListFilesQuery({
    organizationId: organization.id,
    query,
    service,
    sorting: list.sorting,
    page: list.page,
  });
  const uploads = useUploads({
    service: 'downloadable',
    onUploaded: ({ name }) => notifyDone(t('files:wasUploaded', { name })),
  });
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
        <UploadZone
          label={t('files:dropFilesHere')}
          hint={t('files:anyKindGivenOut')}
          uploads={uploads}
          isMany
          refusal={writeRefusal}
        />
        <DataTable
          name="files"
          label={t('files:files')}
          columns={columns}
          result={result}
          list={list}
          rowKey={({ id }) => id}
          rowLink={({ id }) => paths.file(organization.slug, id)}
          describeError={describeFailure}
          toolbar={
            <>
              <SearchFilter list={list} label={t('files:searchFiles')} />
              <Kinds service={service} onChange={(kind) => list.setFilter('kind', kind)} />
            </>
          }
          tools={
            <>
              <SavedViews list={list} name="files" />
              <ExportLink
                href={exportAddress('files', {
                  organizationId: organization.id,
                  query,
                  ...(service && { service }),
                })}
              />
            </>
          }
          renderActs={(rows, clear) => (
            <SelectedRows
              rows={rows}
              clear={clear}
              file="files"
              act={deletionOf(remove, t('shared:lost.files'))}
            />
          )}
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

const Kinds = ({
  service,
  onChange,
}: {
  service: Service | undefined;
  onChange: (kind: string | null) => void;
}) => (
  <Segments
    size="xs"
    label={t('files:kind')}
    value={service ?? 'all'}
    onChange={(value) => onChange(value === 'all' ? null : value)}
    choices={[
      { value: 'all', label: t('files:all') },
      { value: 'downloadable', label: t('files:downloads') },
      { value: 'product_media', label: t('files:pictures') },
      { value: 'organization_avatar', label: t('files:logos') },
    ]}
  />
);
