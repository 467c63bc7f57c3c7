import { Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { maxPictureBytes } from '@tessera/proto/api/billing/file';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { pictureUrl } from '../../api/organization/stored-address.ts';
import { t } from '../../i18n/t.ts';
import { MoveButtons } from '../../shared/fields/MoveButtons.tsx';
import { type Move, MoveNotice } from '../../shared/fields/MoveNotice.tsx';
import { pictureTypes, UploadZone } from '../../shared/uploads/UploadZone.tsx';
import { useUploads } from '../../shared/uploads/use-uploads.ts';
import classes from './MediaField.module.css';
import type { ProductForm } from './product-form.ts';

type Form = UseFormReturnType<ProductForm>;
type Media = ProductForm['medias'][number];

/** Returns a copy of the list with one item moved. */
export const moved = <Item,>(items: readonly Item[], from: number, to: number): Item[] => {
  const rest = items.filter((_item, index) => index !== from);
  const item = items[from];
  return item === undefined ? [...items] : [...rest.slice(0, to), item, ...rest.slice(to)];
};

/** The pictures of a product, in order; sorted with buttons, the keyboard, or by dragging. */
export const MediaField = ({ form }: { form: Form }) => {
  const { writeRefusal } = useCurrentOrganization();
  const { medias } = form.values;
  const change = (next: Media[]) => form.setFieldValue('medias', next);
  const uploads = useUploads({
    service: 'product_media',
    onUploaded: (file, put) => {
      if (file.service !== 'product_media') return;
      const { id, name, publicUrl } = file;
      // Several uploads may finish before the next render.
      form.setFieldValue('medias', (present) => put(present, { id, name, publicUrl }));
    },
  });
  return (
    <Stack gap="md">
      {medias.length > 0 && <Pictures medias={medias} onChange={change} />}
      <UploadZone
        label={t('products:addPictures')}
        hint={t('products:jpegPngUpTo')}
        uploads={uploads}
        accept={pictureTypes}
        maxSize={maxPictureBytes.product_media}
        isMany
        refusal={writeRefusal}
      />
    </Stack>
  );
};

const Pictures = ({ medias, onChange }: { medias: Media[]; onChange: (next: Media[]) => void }) => {
  const [dragged, setDragged] = useState<number | null>(null);
  const [latest, setLatest] = useState<Move | null>(null);
  const move = (from: number, to: number) => {
    onChange(moved(medias, from, to));
    setLatest({ name: medias[from]?.name ?? '', place: to + 1, total: medias.length });
  };
  const drop = (to: number) => {
    if (dragged !== null) move(dragged, to);
    setDragged(null);
  };
  return (
    <>
      <MoveNotice move={latest} />
      <ol className={classes.pictures} aria-label={t('products:pictures')}>
        {medias.map((media, index) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons do the same by keyboard
          <li
            key={media.id}
            className={classes.picture}
            draggable
            data-dragged={dragged === index || undefined}
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              drop(index);
            }}
          >
            <img
              src={pictureUrl(media.publicUrl, 400)}
              alt={media.name}
              className={classes.image}
              draggable={false}
            />
            <div className={classes.controls}>
              <MoveButtons
                isBeside
                isFirst={index === 0}
                isLast={index === medias.length - 1}
                onMove={(by) => move(index, index + by)}
                onRemove={() => onChange(medias.filter(({ id }) => id !== media.id))}
                labels={labelsOf(media)}
              />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
};

const labelsOf = ({ name }: Media) => ({
  back: t('products:moveForward', { name }),
  on: t('products:moveBack', { name }),
  remove: t('products:takeOff', { name }),
});
