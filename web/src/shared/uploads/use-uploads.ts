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

type Sending = { change: (changes: Partial<Uploading>) => void; signal: AbortSignal };

/** Sends files step by step; what was sent of one before is not sent again. */
const useSending = (service: FileServiceTypes) => {
  const { organization } = useCurrentOrganization();
  const [begin] = useBeginUploadMutation();
  const [renew] = useRenewUploadMutation();
  const [complete] = useCompleteUploadMutation();
  const begun = useRef(new Map<string, Begun>());
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
  const send = async (key: string, file: File, { change, signal }: Sending): Promise<StoredFile> => {
    const watching = { signal, onShare: (share: number) => change({ share }) };
    const known = begun.current.get(key);
    const renewed = known && (await renewKnown(known));
    const upload = renewed ?? (await declare(file, watching));
    const sent = (renewed && known?.sent) ?? [];
    begun.current.set(key, { upload, sent });
    change({ step: 'sending' });
    const parts = await sendParts({
      ...watching,
      file,
      upload,
      sent,
      renew: () => renew(upload.id).unwrap(),
    });
    change({ step: 'finishing', share: 1 });
    const { id, path } = upload.upload;
    return complete({ id: upload.id, completed: { id, path, parts } }).unwrap();
  };
  return {
    send,
    isBegun: (key: string) => begun.current.has(key),
    /** The next attempt starts from the beginning. */
    forget: (key: string) => void begun.current.delete(key),
  };
};

/** The uploads of a page: concurrent, each with cancel and resume. */
export const useUploads = ({ service, onUploaded }: Options) => {
  const { send, isBegun, forget } = useSending(service);
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
    forget(key);
    setItems((all) => all.filter((item) => item.key !== key));
  };
  const run = async ({ key, file, put }: Pick<Uploading, 'key' | 'file' | 'put'>): Promise<void> => {
    const stop = new AbortController();
    stops.current.set(key, stop);
    change(key, { failure: null, isLost: false, ...(!isBegun(key) && { step: 'reading', share: 0 }) });
    try {
      const stored = await send(key, file, {
        change: (changes) => change(key, changes),
        signal: stop.signal,
      });
      if (stop.signal.aborted) return;
      remove(key);
      onUploaded(stored, put);
    } catch (error) {
      if (stop.signal.aborted) return;
      // A refused upload starts again from the beginning.
      if (!isPassing(error)) forget(key);
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
