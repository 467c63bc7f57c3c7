import { useState } from 'react';
import { fileSize } from '../../buyers/prices/format.ts';
import { failureText } from '../../buyers/request/refusal.ts';
import { type Downloadable, type Page, routes } from '../api.ts';
import { t } from '../i18n.ts';
import { useAsked, usePortal } from '../portal.ts';
import { Button } from '../ui/Button.tsx';
import { Empty, Shown } from '../ui/State.tsx';
import classes from './Benefits.module.css';
import { download } from './download.ts';

/** The files of a benefit, to download. */
export const Files = ({ benefitId }: { benefitId: string }) => {
  const asked = useAsked<Page<Downloadable>>(routes.downloadables(benefitId));
  return (
    <Shown asked={asked} lines={2}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty text={t('files.none')} />
        ) : (
          <ul className={classes.files}>
            {items.map((item) => (
              <File key={item.id} item={item} />
            ))}
          </ul>
        )
      }
    </Shown>
  );
};

const File = ({ item }: { item: Downloadable }) => {
  const { share, wrong, fetchFile } = useDownload(item);
  const { file } = item;
  return (
    <li>
      <span className={classes.file} dir="auto">
        {file.name}
        <span className={classes.size}>
          {[fileSize(file.size), file.version].filter(Boolean).join(' · ')}
        </span>
      </span>
      <Button
        kind="secondary"
        isBusy={share !== null}
        label={t('files.getOf', { name: file.name })}
        onPress={fetchFile}
      >
        {t('files.get')}
      </Button>
      {share !== null && (
        <progress
          className={classes.progress}
          value={share}
          max={1}
          aria-label={t('files.coming', { name: file.name })}
        />
      )}
      {wrong !== null && (
        <p className={classes.wrong} role="alert">
          {wrong}
        </p>
      )}
    </li>
  );
};

/** Links are valid for ten minutes, and revoked files must not be served: each download requests a new link. */
const useDownload = ({ id, benefitId }: Downloadable) => {
  const { ask } = usePortal();
  const [share, setShare] = useState<number | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const fetchFile = async () => {
    setShare(0);
    setWrong(null);
    const { data, error } = await ask<Page<Downloadable>>(routes.downloadables(benefitId));
    const found = data?.items.find((each) => each.id === id);
    if (error) setWrong(failureText(error));
    else if (!found) setWrong(t('files.gone'));
    else {
      const { file } = found;
      const hasCome = await download({ url: file.download.url, name: file.name, size: file.size }, setShare);
      if (!hasCome) setWrong(t('files.failed'));
    }
    setShare(null);
  };
  return { share, wrong, fetchFile };
};
