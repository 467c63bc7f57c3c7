import { Button, Group, Stack, Text } from '@mantine/core';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { centerCrop, makeAspectCrop, type PercentCrop, ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { t } from '../../i18n/t.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { notifyFailed } from '../../ui/notify.ts';
import classes from './CropDialog.module.css';

type Props = { file: File; maxBytes: number; onCut: (file: File) => void; onClose: () => void };

const side = 512;

/** Cuts a square out of a picture: by mouse, by touch, or by the arrow keys. */
export const CropDialog = ({ file, maxBytes, onCut, onClose }: Props) => {
  const [source, setSource] = useState('');
  const [crop, setCrop] = useState<PercentCrop>();
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const reader = new FileReader();
    reader.onload = () => typeof reader.result === 'string' && setSource(reader.result);
    reader.readAsDataURL(file);
  }, [file]);
  const begin = ({
    currentTarget: { naturalWidth: width, naturalHeight: height },
  }: SyntheticEvent<HTMLImageElement>) =>
    setCrop(centerCrop(makeAspectCrop({ unit: '%', width: 100 }, 1, width, height), width, height));
  const cut = async () => {
    const blob = image.current && crop ? await square(image.current, crop) : null;
    if (!blob || blob.size > maxBytes) return notifyFailed(t('files:cannotBeTaken', { name: file.name }));
    onCut(
      new File([blob], `${file.name.replace(/\.\w+$/, '')}.${blob.type.split('/')[1]}`, { type: blob.type }),
    );
  };
  return (
    <Dialog opened onClose={onClose} title={t('files:cutThePicture')} size="md">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('files:dragTheSquare')}
        </Text>
        {source !== '' && (
          <ReactCrop
            aspect={1}
            keepSelection
            className={classes.crop}
            onChange={(_pixels, percent) => setCrop(percent)}
            {...(crop && { crop })}
          >
            <img
              ref={image}
              src={source}
              alt={file.name}
              className={classes.image}
              onLoad={begin}
              onError={() => {
                notifyFailed(t('files:cannotBeTaken', { name: file.name }));
                onClose();
              }}
            />
          </ReactCrop>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button onClick={() => void cut()} disabled={!crop}>
            {t('files:usePicture')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};

/** What lies in the square, as small as pages show it. */
const square = (image: HTMLImageElement, { x, y, width, height }: PercentCrop): Promise<Blob | null> => {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const { naturalWidth, naturalHeight } = image;
  const [left, top] = [(x / 100) * naturalWidth, (y / 100) * naturalHeight];
  const [wide, high] = [(width / 100) * naturalWidth, (height / 100) * naturalHeight];
  canvas.getContext('2d')?.drawImage(image, left, top, wide, high, 0, 0, side, side);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
};
