import { Button, Group } from '@mantine/core';
import { maxAccountPictureBytes, pictureSide } from '@tessera/proto/api/identity/picture';
import { lazy, Suspense, useState } from 'react';
import { useSetPictureMutation } from '../../api/account/account.ts';
import type { AuthUser } from '../../api/account/sessions.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { pictureTypes, UploadZone } from '../../shared/uploads/UploadZone.tsx';
import { notifyDone, notifyFailed } from '../../ui/dialogs/notify.ts';
import { Initial } from '../../ui/display/Initial.tsx';
import classes from './PictureField.module.css';

const CropDialog = lazy(() =>
  import('../../shared/uploads/CropDialog.tsx').then((file) => ({ default: file.CropDialog })),
);

type Props = { user: AuthUser; refusal: string | null };

/** The user's own picture: chosen and cropped here, and saved immediately. */
export const PictureField = ({ user, refusal }: Props) => {
  const [picked, setPicked] = useState<File | null>(null);
  const [save, { isLoading }] = useSetPictureMutation();
  const keep = async (file: File | null) => {
    const { error } = await save(file && (await base64Of(file)));
    if (error) return notifyFailed(describeFailure(error));
    setPicked(null);
    notifyDone(t(file ? 'account:pictureSaved' : 'account:pictureRemoved'));
  };
  return (
    <Group gap="md">
      <span className={classes.picture}>
        <Initial name={user.name} image={user.image} isRound />
      </span>
      <div className={classes.zone}>
        <UploadZone
          label={t(user.image ? 'account:changePicture' : 'account:uploadAPicture')}
          hint={t('account:pictureHint')}
          accept={pictureTypes}
          isBusy={isLoading}
          refusal={refusal}
          onFiles={([file]) => file && setPicked(file)}
        />
      </div>
      {user.image && refusal === null && (
        <Button variant="subtle" onClick={() => void keep(null)} disabled={isLoading}>
          {t('account:removePicture')}
        </Button>
      )}
      {picked && (
        <Suspense>
          <CropDialog
            file={picked}
            side={pictureSide}
            maxBytes={maxAccountPictureBytes}
            onCut={keep}
            onClose={() => setPicked(null)}
          />
        </Suspense>
      )}
    </Group>
  );
};

const base64Of = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
};
