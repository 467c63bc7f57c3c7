import { IconFile } from '@tabler/icons-react';
import { type StoredFile } from '../../api/catalog/files.ts';
import { pictureUrl } from '../../api/organization/stored-address.ts';
import classes from './FileName.module.css';

/** A file's name with an icon or picture. */
export const FileName = ({ file }: { file: StoredFile }) => (
  <span className={classes.file}>
    {file.service === 'downloadable' ? (
      <span className={classes.icon}>
        <IconFile size={18} aria-hidden />
      </span>
    ) : (
      <img
        className={classes.picture}
        src={pictureUrl(file.publicUrl, file.service === 'product_media' ? 400 : 128)}
        alt=""
        loading="lazy"
        width={32}
        height={32}
      />
    )}
    <span className={classes.name} dir="auto">
      {file.name}
    </span>
  </span>
);
