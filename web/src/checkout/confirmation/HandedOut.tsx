import { useState } from 'react';
import { saveAs } from '../../buyers/display/save.ts';
import { fileSize } from '../../buyers/prices/format.ts';
import { failureText } from '../../buyers/request/refusal.ts';
import { useCopied } from '../../ui/display/use-copied.ts';
import { type PurchasedBenefit, readPurchase } from '../api.ts';
import { t } from '../i18n.ts';
import classes from './HandedOut.module.css';

type PurchasedFile = PurchasedBenefit['files'][number];
type Props = { clientSecret: string; benefit: PurchasedBenefit };

/** What a benefit delivers: files to download and license keys to copy. */
export const HandedOut = ({ clientSecret, benefit: { files, licenseKeys } }: Props) => (
  <>
    {files.length > 0 && (
      <ul className={classes.list}>
        {files.map((file) => (
          <File key={file.id} clientSecret={clientSecret} file={file} />
        ))}
      </ul>
    )}
    {licenseKeys.length > 0 && (
      <ul className={classes.list}>
        {licenseKeys.map((key) => (
          <LicenseKey key={key} text={key} />
        ))}
      </ul>
    )}
  </>
);

const File = ({ clientSecret, file }: { clientSecret: string; file: PurchasedFile }) => {
  const { wrong, isBusy, fetchFile } = useDownload(clientSecret, file);
  return (
    <li>
      <span className={classes.name} dir="auto">
        {file.name}
        <span className={classes.facts}>
          {[fileSize(file.size), file.version].filter(Boolean).join(' · ')}
        </span>
      </span>
      <button
        type="button"
        className={classes.act}
        aria-disabled={isBusy}
        aria-label={t('files.getOf', { name: file.name })}
        onClick={() => {
          if (!isBusy) void fetchFile();
        }}
      >
        {t('files.get')}
      </button>
      {wrong !== null && (
        <p className={classes.wrong} role="alert">
          {wrong}
        </p>
      )}
    </li>
  );
};

/** Download links are valid for ten minutes and pages stay open longer: each download requests a new link. */
const useDownload = (clientSecret: string, { id, name }: PurchasedFile) => {
  const [isBusy, setIsBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const fetchFile = async () => {
    setIsBusy(true);
    const { data, error } = await readPurchase(clientSecret);
    const found = data?.benefits.flatMap(({ files }) => files).find((file) => file.id === id);
    setWrong(error ? failureText(error) : found ? null : t('files.gone'));
    if (found) saveAs(found.url, name);
    setIsBusy(false);
  };
  return { wrong, isBusy, fetchFile };
};

const LicenseKey = ({ text }: { text: string }) => {
  const { isCopied, copy } = useCopied(text);
  return (
    <li>
      <code className={classes.key}>{text}</code>
      <button type="button" className={classes.act} onClick={() => void copy()}>
        <span aria-live="polite">{t(isCopied ? 'copied' : 'copy')}</span>
      </button>
    </li>
  );
};
