import { Button } from '@mantine/core';
import { useState } from 'react';
import { CropDialog } from '../../shared/uploads/CropDialog.tsx';
import { pictureTypes, UploadZone } from '../../shared/uploads/UploadZone.tsx';
import type { Uploading, useUploads } from '../../shared/uploads/use-uploads.ts';
import { Section } from '../../ui/pages/Section.tsx';
import { nothing } from './made-up.ts';
import { Columns, State } from './States.tsx';

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400">
  <rect width="640" height="400" fill="#2a9a91"/><circle cx="320" cy="200" r="140" fill="#7ccfc6"/></svg>`;

const uploading = (name: string, part: Partial<Uploading>): Uploading => ({
  key: name,
  file: new File([picture], name, { type: 'image/svg+xml' }),
  put: (present, item) => [...present, item],
  step: 'sending',
  share: 0.4,
  failure: null,
  isLost: false,
  ...part,
});

const uploadsOf = (items: Uploading[]): ReturnType<typeof useUploads> => ({
  items,
  add: nothing,
  remove: nothing,
  retry: nothing,
});

const underWay = [
  uploading('handbook.pdf', { step: 'reading', share: 0.1 }),
  uploading('a-very-long-name-of-a-file-that-somebody-has-given-it-once.zip', {}),
  uploading('album.zip', { step: 'finishing', share: 1 }),
  uploading('film.mp4', { failure: 'The connection was lost.' }),
];

export const Uploads = () => {
  const [isCutting, setCutting] = useState(false);
  return (
    <Section title="Uploads">
      <Columns>
        <State name="Empty">
          <UploadZone label="Pictures" hint="PNG or JPEG" uploads={uploadsOf([])} accept={pictureTypes} />
        </State>
        <State name="Refused">
          <UploadZone
            label="Logo"
            hint="PNG or JPEG"
            uploads={uploadsOf([])}
            refusal="Only owners may do this."
          />
        </State>
        <State name="Under way">
          <UploadZone label="Files" hint="Of any kind" uploads={uploadsOf(underWay)} isMany />
        </State>
        <State name="Cutting a picture">
          <Button variant="default" onClick={() => setCutting(true)}>
            Cut a picture
          </Button>
        </State>
      </Columns>
      {isCutting && (
        <CropDialog
          file={uploading('picture.svg', {}).file}
          maxBytes={1_000_000}
          onCut={() => setCutting(false)}
          onClose={() => setCutting(false)}
        />
      )}
    </Section>
  );
};
