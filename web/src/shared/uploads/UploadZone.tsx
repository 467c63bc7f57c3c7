import { ActionIcon, Progress, Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { IconRefresh, IconUpload, IconX } from '@tabler/icons-react';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import { notifyFailed } from '../../ui/dialogs/notify.ts';
import { readableSize } from './size.ts';
import classes from './UploadZone.module.css';
import type { Uploading, useUploads } from './use-uploads.ts';

export const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml'];

type Uploads = ReturnType<typeof useUploads>;

type Props = {
  /** The accepted files: "Pictures". */
  label: string;
  hint: string;
  /** The uploads in progress, which also take the files. */
  uploads?: Uploads;
  /** Takes the files instead of `uploads`. */
  onFiles?: (files: File[]) => void;
  /** In bytes. */
  maxSize?: number;
  /** Media types, of pictures only; absent: any file. */
  accept?: typeof pictureTypes;
  isMany?: boolean;
  /** Why uploads are not allowed. */
  refusal?: string | null;
  /** Whether earlier files are being saved. */
  isBusy?: boolean;
};

/** A drop zone, also operable by keyboard, with the uploads in progress. */
export const UploadZone = (props: Props) => {
  const { label, hint, uploads, maxSize, accept, isMany = false, isBusy = false } = props;
  const { refusal = null, onFiles = uploads?.add } = props;
  return (
    <div className={classes.all}>
      <Dropzone
        onDrop={(files) => onFiles?.(files)}
        loading={isBusy}
        onReject={(rejections) => refuse(rejections, maxSize)}
        multiple={isMany}
        disabled={refusal !== null}
        // An empty file is usually an incomplete one.
        validator={({ size }) => (size === 0 ? { code: 'file-too-small', message: '' } : null)}
        // The zone has the focus and is pressed. The input within is opened by it, and hidden from all others.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library's element takes what is dropped
        role="button"
        aria-disabled={refusal !== null || isBusy || undefined}
        inputProps={{ 'aria-label': label, style: { display: 'none' } }}
        className={classes.zone}
        {...(maxSize !== undefined && { maxSize })}
        {...(accept && { accept })}
      >
        <div className={classes.invitation}>
          <IconUpload size={20} aria-hidden />
          <div>
            <Text size="md" fw={500}>
              {label}
            </Text>
            <Text size="sm" c="dimmed">
              {refusal ?? hint}
            </Text>
          </div>
        </div>
      </Dropzone>
      {uploads && uploads.items.length > 0 && (
        <ul className={classes.list} aria-label={t('files:uploads')}>
          {uploads.items.map((item) => (
            <UnderWay key={item.key} item={item} uploads={uploads} />
          ))}
        </ul>
      )}
    </div>
  );
};

/** The number of rejected files listed one by one: a whole folder dropped by mistake must not cover the page. */
const maxListed = 3;

const refuse = (rejections: FileRejection[], maxSize: number | undefined): void => {
  const listed = rejections.length > maxListed + 1 ? rejections.slice(0, maxListed) : rejections;
  for (const { file, errors } of listed)
    notifyFailed(
      whyNot(
        file.name,
        errors.map(({ code }) => code),
        maxSize,
      ),
    );
  const count = rejections.length - listed.length;
  if (count > 0) notifyFailed(t('files:moreCannotBeTaken', { count }));
};

const whyNot = (name: string, codes: string[], maxSize = 0): string => {
  if (codes.includes('file-too-large')) return t('files:isTooLarge', { name, size: readableSize(maxSize) });
  if (codes.includes('file-too-small')) return t('files:isEmpty', { name });
  return codes.includes('file-invalid-type')
    ? t('files:isNoPicture', { name })
    : t('files:cannotBeTaken', { name });
};

const UnderWay = ({ item, uploads }: { item: Uploading; uploads: Uploads }) => {
  const { file, share, step, failure } = item;
  const percent = Math.round(share * 100);
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <span className={classes.name} dir="auto">
          {file.name}
        </span>
        <span
          className={classes.state}
          data-failed={failure !== null || undefined}
          role={failure === null ? undefined : 'alert'}
        >
          {failure ?? stateOf(step, percent)}
        </span>
        {failure !== null && (
          <ActionIcon
            variant="subtle"
            aria-label={t('files:tryAgain', { name: file.name })}
            onClick={() => uploads.retry(item)}
          >
            <IconRefresh size={16} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('files:cancelUpload', { name: file.name })}
          onClick={() => uploads.remove(item.key)}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      <Progress
        value={percent}
        aria-label={t('files:progressOf', { name: file.name })}
        size="sm"
        {...(failure !== null && { color: 'danger' })}
      />
    </li>
  );
};

const percentFormat = () => new Intl.NumberFormat(readerLocale(), { style: 'percent' });

const stateOf = (step: Uploading['step'], percent: number): string => {
  if (step === 'reading') return t('files:reading');
  return step === 'finishing' ? t('files:finishing') : percentFormat().format(percent / 100);
};
