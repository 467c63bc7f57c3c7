import type { FileServiceTypes } from '@tessera/proto/api/billing/file';
import { useEffect, useRef, useState } from 'react';
import {
  type StoredFile,
  type Upload,
  useBeginUploadMutation,
  useCompleteUploadMutation,
  useRenewUploadMutation,
} from '../../api/catalog/files.ts';
import { declareParts, type Sent, sendParts, type Watching } from '../../api/catalog/send-parts.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { useAwaited, useHold } from '../../ui/forms/guarded-form.ts';
import { createChosenOrder, type Put } from './chosen-order.ts';

/** An upload in progress. `share`: progress of its step from 0 to 1; `failure`: why it stopped. */
export type Uploading = {
  key: string;
  file: File;
  put: Put;
  step: 'reading' | 'sending' | 'finishing';
  share: number;
  failure: string | null;
  /** It stopped when the connection was lost, and resumes when that is back. */
  isLost: boolean;
};

/** An upload as known to the server, with the parts already sent. */
type Begun = { upload: Upload; sent: (Sent | undefined)[] };

/** `put`: inserts into a list, in the order in which the files were chosen. */
type Options = { service: FileServiceTypes; onUploaded: (file: StoredFile, put: Put) => void };

/** The uploads of a page: concurrent, each with cancel and resume. */
export const useUploads = ({ service, onUploaded }: Options) => {
  const { organization } = useCurrentOrganization();
  const [begin] = useBeginUploadMutation();
  const [renew] = useRenewUploadMutation();
  const [complete] = useCompleteUploadMutation();
  const [items, setItems] = useState<Uploading[]>([]);
  const stops = useRef(new Map<string, AbortController>());
  const begun = useRef(new Map<string, Begun>());
  const [order] = useState(createChosenOrder);
  const isUnderWay = items.some(({ failure }) => failure === null);
  useHold(isUnderWay);
  useAwaited(isUnderWay);
  const change = (key: string, changes: Partial<Uploading>) =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  const remove = (key: string) => {
    stops.current.get(key)?.abort();
    stops.current.delete(key);
    begun.current.delete(key);
    setItems((all) => all.filter((item) => item.key !== key));
  };
  const declare = async (file: File, watching: Watching): Promise<Upload> => {
    const parts = await declareParts(file, watching);
    return begin({
      service,
      organizationId: organization.id,
      name: file.name,
      mimeType: file.type || 'application/octet-stream',
      size: file.size,
      upload: { parts },
    } as Parameters<typeof begin>[0]).unwrap();
  };
  /** Returns null when it has been deleted, as abandoned uploads are. */
  const renewKnown = async ({ upload }: Begun): Promise<Upload | null> => {
    try {
      return await renew(upload.id).unwrap();
    } catch (error) {
      if (isPassing(error)) throw error;
      return null;
    }
  };
  const send = async (key: string, file: File, signal: AbortSignal): Promise<StoredFile> => {
    const watching = { signal, onShare: (share: number) => change(key, { share }) };
    const known = begun.current.get(key);
    const renewed = known && (await renewKnown(known));
    const upload = renewed ?? (await declare(file, watching));
    const sent = (renewed && known?.sent) ?? [];
    begun.current.set(key, { upload, sent });
    change(key, { step: 'sending' });
    const parts = await sendParts({
      ...watching,
      file,
      upload,
      sent,
      renew: () => renew(upload.id).unwrap(),
    });
    change(key, { step: 'finishing', share: 1 });
    const { id, path } = upload.upload;
    return complete({ id: upload.id, completed: { id, path, parts } }).unwrap();
  };
  const run = async ({ key, file, put }: Pick<Uploading, 'key' | 'file' | 'put'>): Promise<void> => {
    const stop = new AbortController();
    stops.current.set(key, stop);
    const isBegun = begun.current.has(key);
    change(key, { failure: null, isLost: false, ...(!isBegun && { step: 'reading', share: 0 }) });
    try {
      const stored = await send(key, file, stop.signal);
      if (stop.signal.aborted) return;
      remove(key);
      onUploaded(stored, put);
    } catch (error) {
      if (stop.signal.aborted) return;
      // A refused upload starts again from the beginning.
      if (!isPassing(error)) begun.current.delete(key);
      change(key, { failure: reasonOf(error), isLost: isPassing(error) });
    }
  };
  useEffect(() => {
    const goOn = () => {
      for (const item of items) if (item.isLost) void run(item);
    };
    window.addEventListener('online', goOn);
    return () => window.removeEventListener('online', goOn);
  });
  const add = (files: File[]) => {
    for (const file of files) {
      const key = crypto.getRandomValues(new Uint32Array(2)).join('-');
      const upload = { key, file, put: order.next() };
      setItems((all) => [...all, { ...upload, step: 'reading', share: 0, failure: null, isLost: false }]);
      void run(upload);
    }
  };
  return { items, add, remove, retry: (upload: Uploading) => void run(upload) };
};

/** The server was unreachable or unavailable: the parts already sent stay valid. */
const isPassing = (error: unknown): boolean => {
  const { status } = asFailure(error);
  return status === 0 || status >= 500;
};

const reasonOf = (error: unknown): string => {
  const { status, message, fields } = asFailure(error);
  return status === 0 ? t('files:theConnectionWasLost') : (fields[0]?.msg ?? message);
};
