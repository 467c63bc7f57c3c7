import { Button, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useParams } from 'react-router';
import {
  type StoredFile,
  useDeleteFileMutation,
  useGetFileQuery,
  useUpdateFileMutation,
} from '../../api/catalog/files.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { pictureUrl } from '../../api/organization/stored-address.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { changedParts } from '../../shared/changed-parts.ts';
import { DeleteButton } from '../../shared/DeleteButton.tsx';
import { EditForm } from '../../shared/PageForm.tsx';
import { readableSize } from '../../shared/uploads/size.ts';
import { CopyText } from '../../ui/display/CopyText.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Details } from '../../ui/display/Details.tsx';
import { Stacked } from '../../ui/display/Stacked.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { FileFields } from './FileFields.tsx';
import classes from './FilePage.module.css';
import { type FileForm, fileMistakes, formOfFile, updateRequest } from './file-form.ts';
import { useDownload } from './use-download.ts';

export const FilePage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetFileQuery(id);
  const parent = { label: t('files:files'), to: paths.files(organization.slug) };
  return (
    <QueryPage result={result} subject={t('files:file')} parent={parent}>
      {(file) => (
        <>
          <PageHeader
            title={file.name}
            parent={parent}
            id={file.id}
            description={`${t(`files:kinds.${file.service}`)} · ${readableSize(file.size)}`}
            actions={<Acts file={file} />}
          />
          <Stacked>
            <EditFile key={file.id} file={file} />
            {file.service !== 'downloadable' && (
              <Section title={t(`files:kinds.${file.service}`)}>
                <img
                  className={classes.picture}
                  src={pictureUrl(file.publicUrl, file.service === 'product_media' ? 800 : 512)}
                  alt=""
                />
              </Section>
            )}
            <Facts file={file} />
          </Stacked>
        </>
      )}
    </QueryPage>
  );
};

const Acts = ({ file }: { file: StoredFile }) => {
  const { organization } = useCurrentOrganization();
  const download = useDownload(file.id);
  const deletion = useDeleteFileMutation();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void download()}
      >
        {t('files:download')}
      </Button>
      <DeleteButton
        deletion={deletion}
        id={file.id}
        question={t('files:deleteName', { name: file.name })}
        action={t('files:deleteFile')}
        done={t('files:wasDeleted', { name: file.name })}
        to={paths.files(organization.slug)}
      >
        {file.service === 'downloadable' ? t('files:customersLoseIt') : t('files:productsLoseIt')}
      </DeleteButton>
    </>
  );
};

const EditFile = ({ file }: { file: StoredFile }) => {
  const [update] = useUpdateFileMutation();
  return (
    <EditForm<FileForm>
      initialValues={formOfFile(file)}
      validate={fileMistakes}
      send={(values, before) =>
        update({ id: file.id, changes: changedParts(updateRequest(values), updateRequest(before)) })
      }
    >
      {(form) => (
        <Section title={t('files:file')}>
          <Stack gap="md">
            <FileFields form={form} />
          </Stack>
        </Section>
      )}
    </EditForm>
  );
};

const Facts = ({ file: { mimeType, createdAt, checksumSha256Hex } }: { file: StoredFile }) => (
  <Section title={t('ui:details')}>
    <Details
      items={[
        [t('files:mediaType'), mimeType],
        [t('files:uploaded'), <DateTime key="u" value={createdAt} withTime />],
        [
          t('files:checksum'),
          checksumSha256Hex === null ? (
            '—'
          ) : (
            <CopyText key="c" label={t('files:checksum')} value={checksumSha256Hex} />
          ),
        ],
      ]}
    />
  </Section>
);
