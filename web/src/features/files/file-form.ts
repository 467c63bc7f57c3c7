import { FilePatch } from '@tessera/proto/api/billing/file';
import type { StoredFile } from '../../api/catalog/files.ts';
import { checkRequest, type FieldErrors } from '../../ui/forms/form-errors.ts';

/** What of a file can be changed. */
export type FileForm = { name: string; version: string; form: string };

export const formOfFile = ({ name, version }: StoredFile): FileForm => ({
  name,
  version: version ?? '',
  form: '',
});

export const updateRequest = ({ name, version }: FileForm) => ({
  name: name.trim(),
  version: version.trim() || null,
});

export const fileMistakes = (values: FileForm): FieldErrors =>
  checkRequest(FilePatch, updateRequest(values)).errors ?? {};
