import { Group, Stack, TextInput } from '@mantine/core';
import { maxPictureBytes } from '@tessera/proto/api/billing/file';
import { type DragEvent, lazy, Suspense, useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { isShowable, pictureUrl } from '../../api/organization/stored-address.ts';
import { t } from '../../i18n/t.ts';
import { pictureTypes, UploadZone } from '../../shared/uploads/UploadZone.tsx';
import { useUploads } from '../../shared/uploads/use-uploads.ts';
import classes from './LogoField.module.css';
import type { ProfileFormReturn } from './profile-form.ts';

const CropDialog = lazy(() =>
  import('../../shared/uploads/CropDialog.tsx').then((file) => ({ default: file.CropDialog })),
);

/** The organization's picture: uploaded and cropped here, or a URL. */
export const LogoField = ({ form }: { form: ProfileFormReturn }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [picked, setPicked] = useState<File | null>(null);
  const { avatarUrl } = form.values;
  const uploads = useUploads({
    service: 'organization_avatar',
    onUploaded: (file) => {
      if (file.service === 'organization_avatar') form.setFieldValue('avatarUrl', file.publicUrl);
    },
  });
  /** Also accepts files dropped beside the drop zone: on the present picture or the URL field. */
  const take = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer.types.includes('Files')) return;
    if (writeRefusal !== null) return;
    event.preventDefault();
    const file = [...event.dataTransfer.files].find(({ type }) => pictureTypes.includes(type));
    if (file) setPicked(file);
  };
  return (
    <Stack gap="var(--space-4)" onDragOver={take} onDrop={take}>
      <Group gap="md" align="flex-start" wrap="nowrap">
        {isShowable(avatarUrl) && (
          <img src={pictureUrl(avatarUrl, 128)} alt={t('settings:logo')} className={classes.logo} />
        )}
        <div className={classes.zone}>
          <UploadZone
            label={t('settings:uploadALogo')}
            hint={t('settings:aSquareUpTo')}
            uploads={uploads}
            accept={pictureTypes}
            refusal={writeRefusal}
            onFiles={([file]) => file && setPicked(file)}
          />
        </div>
      </Group>
      <TextInput
        label={t('settings:logo')}
        description={t('settings:theWebAddress')}
        type="url"
        placeholder="https://example.com/logo.png"
        {...form.getInputProps('avatarUrl')}
      />
      {picked && (
        <Suspense>
          <CropDialog
            file={picked}
            maxBytes={maxPictureBytes.organization_avatar}
            onCut={(file) => {
              setPicked(null);
              uploads.add([file]);
            }}
            onClose={() => setPicked(null)}
          />
        </Suspense>
      )}
    </Stack>
  );
};
