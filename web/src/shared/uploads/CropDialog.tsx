import { Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { centerCrop, makeAspectCrop, type PercentCrop, ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { t } from '../../i18n/t.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifyFailed } from '../../ui/dialogs/notify.ts';
import classes from './CropDialog.module.css';
import { withinBytes } from './within-bytes.ts';

/** `side`: width of the cropped square in pixels. */
type Props = {
  file: File;
  maxBytes: number;
  side?: number;
  /** May take a moment; until then the dialog stays, and after a failure it can be sent again. */
  onCut: (file: File) => unknown;
  onClose: () => void;
};

/**
 * Whether a raster image is complete. Browsers display a truncated one as far as it goes, possibly empty; an SVG has
 * no end to check.
 */
const isWhole = async (file: File): Promise<boolean> => {
  if (file.type === 'image/svg+xml') return true;
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
};

/** Labels of the handles that the arrow keys move; a square has handles at its corners only. */
const handles = () => {
  const side = t('files:cropArea');
  return {
    cropArea: side,
    nwDragHandle: t('files:cropTopLeft'),
    neDragHandle: t('files:cropTopRight'),
    seDragHandle: t('files:cropBottomRight'),
    swDragHandle: t('files:cropBottomLeft'),
    nDragHandle: side,
    eDragHandle: side,
    sDragHandle: side,
    wDragHandle: side,
  };
};

/** Crops a square out of a picture: by mouse, touch, or arrow keys. */
export const CropDialog = (props: Props) => {
  const { file, onClose } = props;
  const [source, setSource] = useState('');
  const [crop, setCrop] = useState<PercentCrop>();
  const image = useRef<HTMLImageElement>(null);
  const { cut, isCutting } = useCut(props);
  useEffect(() => {
    const reader = new FileReader();
    reader.onload = () => typeof reader.result === 'string' && setSource(reader.result);
    reader.readAsDataURL(file);
  }, [file]);
  const refuse = () => {
    notifyFailed(t('files:isUnreadable', { name: file.name }));
    onClose();
  };
  const begin = async ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => {
    if (!(await isWhole(file))) return refuse();
    setCrop(centerCrop(makeAspectCrop({ unit: '%', width: 100 }, 1, width, height), width, height));
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
            ariaLabels={handles()}
            className={classes.crop}
            onChange={(_pixels, percent) => setCrop(percent)}
            {...(crop && { crop })}
          >
            <img
              ref={image}
              src={source}
              alt={file.name}
              className={classes.image}
              onLoad={({ currentTarget }) => void begin(currentTarget)}
              onError={refuse}
            />
          </ReactCrop>
        )}
        <DialogActions
          action={t('files:usePicture')}
          isBusy={isCutting}
          isDisabled={!crop}
          onSend={() => cut(image.current, crop)}
          onCancel={onClose}
        />
      </Stack>
    </Dialog>
  );
};

const useCut = ({ file, maxBytes, side = 512, onCut }: Props) => {
  const [isCutting, setIsCutting] = useState(false);
  const cut = async (image: HTMLImageElement | null, crop: PercentCrop | undefined) => {
    // Encoding takes a moment, in which the button could be pressed again.
    setIsCutting(true);
    const draw = image && crop ? square(image, crop, side) : null;
    const blob = draw && (await withinBytes(draw, maxBytes));
    if (!blob) {
      setIsCutting(false);
      return notifyFailed(t('files:cannotBeTaken', { name: file.name }));
    }
    await onCut(
      new File([blob], `${file.name.replace(/\.\w+$/, '')}.${blob.type.split('/')[1]}`, { type: blob.type }),
    );
    setIsCutting(false);
  };
  return { cut, isCutting };
};

/** Draws the crop at the target size; returns a function that encodes it at a given quality. */
const square = (image: HTMLImageElement, { x, y, width, height }: PercentCrop, side: number) => {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const { naturalWidth, naturalHeight } = image;
  const [left, top] = [(x / 100) * naturalWidth, (y / 100) * naturalHeight];
  const [wide, high] = [(width / 100) * naturalWidth, (height / 100) * naturalHeight];
  canvas.getContext('2d')?.drawImage(image, left, top, wide, high, 0, 0, side, side);
  const write = (type: string, quality: number) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  return async (quality: number): Promise<Blob | null> => {
    const webp = await write('image/webp', quality);
    // Browsers that cannot encode WebP produce a PNG, which is many times larger than a photograph should be.
    return webp?.type === 'image/webp' ? webp : write('image/jpeg', quality);
  };
};
