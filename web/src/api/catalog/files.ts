import {
  FileCreate,
  FileListQuery,
  FilePatch,
  FileRead,
  FileUpload,
  FileUploadCompleted,
  S3DownloadURL,
} from '@tessera/proto/api/billing/file';
import type { z } from 'zod';
import { api, billingBody, billingReply, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';
import { listTag } from '../request/tags.ts';

export type StoredFile = Stored<typeof FileRead>;
export type Upload = Stored<typeof FileUpload>;

const path = '/billing/v1/files';
const files = resource('File', path, { one: FileRead, query: FileListQuery });

export const {
  useListFilesQuery,
  useGetFileQuery,
  useUpdateFileMutation,
  useDeleteFileMutation,
  useBeginUploadMutation,
  useRenewUploadMutation,
  useCompleteUploadMutation,
  useLazyGetDownloadQuery,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listFiles: files.list(build),
    getFile: files.get(build),
    updateFile: files.update(build, FilePatch),
    // Products and benefits refer to files.
    deleteFile: files.remove(build, ['Product', 'Benefit']),
    beginUpload: build.mutation<Upload, z.input<typeof FileCreate>>({
      query: (value) => ({ url: `${path}/`, method: 'POST', body: billingBody(FileCreate, value) }),
      transformResponse: billingReply(FileUpload),
    }),
    renewUpload: build.mutation<Upload, string>({
      query: (id) => ({ url: `${path}/${id}/upload`, method: 'POST' }),
      transformResponse: billingReply(FileUpload),
    }),
    completeUpload: build.mutation<
      StoredFile,
      { id: string; completed: z.input<typeof FileUploadCompleted> }
    >({
      query: ({ id, completed }) => ({
        url: `${path}/${id}/uploaded`,
        method: 'POST',
        body: billingBody(FileUploadCompleted, completed),
      }),
      transformResponse: billingReply(FileRead),
      invalidatesTags: [listTag('File')],
    }),
    /** Download address of a file, valid for ten minutes. */
    getDownload: build.query<Stored<typeof S3DownloadURL>, string>({
      query: (id) => ({ url: `${path}/${id}/download` }),
      transformResponse: billingReply(S3DownloadURL),
      keepUnusedDataFor: 0,
    }),
  }),
});
