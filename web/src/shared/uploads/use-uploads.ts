import type { FileServiceTypes } from '@tessera/proto/api/billing/file';
import { useRef, useState } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import {
  type StoredFile,
  useBeginUploadMutation,
  useCompleteUploadMutation,
  useRenewUploadMutation,
} from '../../api/files.ts';
import { declareParts, sendParts } from '../../api/send-parts.ts';
import { t } from '../../i18n/t.ts';
import { useAwaited, useHold } from '../../ui/guarded-form.ts';
import { createChosenOrder, type Put } from './chosen-order.ts';

/** An upload under way. `share`: 0 to 1 of its step; `failure` says why it stopped. */
export type Uploading = {
  key: string;
  file: File;
  put: Put;
  step: 'reading' | 'sending' | 'finishing';
  share: number;
  failure: string | null;
};

/** `put`: into a list, in the order in which the files were chosen. */
type Options = { service: FileServiceTypes; onUploaded: (file: StoredFile, put: Put) => void };

/** Uploads of a page: each goes on by itself, can be given up, and tried again where it stopped. */
export const useUploads = ({ service, onUploaded }: Options) => {
  const { organization } = useCurrentOrganization();
  const [begin] = useBeginUploadMutation();
  const [renew] = useRenewUploadMutation();
  const [complete] = useCompleteUploadMutation();
  const [items, setItems] = useState<Uploading[]>([]);
  const stops = useRef(new Map<string, AbortController>());
  const [order] = useState(createChosenOrder);
  const isUnderWay = items.some(({ failure }) => failure === null);
  useHold(isUnderWay);
  useAwaited(isUnderWay);
  const change = (key: string, changes: Partial<Uploading>) =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  const remove = (key: string) => {
    stops.current.get(key)?.abort();
    stops.current.delete(key);
    setItems((all) => all.filter((item) => item.key !== key));
  };
  const send = async (key: string, file: File, signal: AbortSignal): Promise<StoredFile> => {
    const watching = { signal, onShare: (share: number) => change(key, { share }) };
    const parts = await declareParts(file, watching);
    const upload = await begin({
      service,
      organizationId: organization.id,
      name: file.name,
      mimeType: file.type || 'application/octet-stream',
      size: file.size,
      upload: { parts },
    } as Parameters<typeof begin>[0]).unwrap();
    change(key, { step: 'sending', share: 0 });
    const sent = await sendParts({ ...watching, file, upload, renew: () => renew(upload.id).unwrap() });
    change(key, { step: 'finishing', share: 1 });
    const { id, path } = upload.upload;
    return complete({ id: upload.id, completed: { id, path, parts: sent } }).unwrap();
  };
  const run = async ({ key, file, put }: Pick<Uploading, 'key' | 'file' | 'put'>): Promise<void> => {
    const stop = new AbortController();
    stops.current.set(key, stop);
    change(key, { step: 'reading', share: 0, failure: null });
    try {
      const stored = await send(key, file, stop.signal);
      if (stop.signal.aborted) return;
      remove(key);
      onUploaded(stored, put);
    } catch (error) {
      if (!stop.signal.aborted) change(key, { failure: reasonOf(error) });
    }
  };
  const add = (files: File[]) => {
    for (const file of files) {
      const key = crypto.getRandomValues(new Uint32Array(2)).join('-');
      const upload = { key, file, put: order.next() };
      setItems((all) => [...all, { ...upload, step: 'reading', share: 0, failure: null }]);
      void run(upload);
    }
  };
  return { items, add, remove, retry: (upload: Uploading) => void run(upload) };
};

const reasonOf = (error: unknown): string => {
  const isRefusal = typeof error === 'object' && error !== null && 'fields' in error;
  if (!isRefusal) return t('files:theConnectionWasLost');
  const { message, fields } = asFailure(error);
  return fields[0]?.msg ?? message;
};
