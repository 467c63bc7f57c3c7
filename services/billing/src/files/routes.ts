import { manageable, readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  FileCreate,
  FileListQuery,
  FilePage,
  FilePatch,
  FileRead,
  FileUpload,
  FileUploadCompleted,
  S3DownloadURL,
} from '@tessera/proto/api/billing/file';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../billing.ts';
import { deleteFile } from '../endings/file.ts';
import { completeUpload } from './complete.ts';
import { createFile, renewUpload } from './create.ts';
import { findFile, findUploadedFile } from './find.ts';
import { listFiles } from './list.ts';
import { MediaPath, sendPicture } from './media.ts';
import { signFile, updateFile } from './service.ts';
import { viewFile } from './view.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('files:read', 'files:write');
const needsWrite = needsScope('files:write');

export const fileRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/files',
      needsRead,
      endpoint({ query: FileListQuery, reply: FilePage, summary: 'List files' }, ({ query, caller }) =>
        listFiles(billing, caller, query),
      ),
    )
    .post(
      '/files',
      needsWrite,
      endpoint(
        { body: FileCreate, reply: FileUpload, status: 201, summary: 'Start a file upload' },
        ({ body, caller }) => createFile(billing, caller, body),
      ),
    )
    .post(
      '/files/:id/upload',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findFile),
          reply: FileUpload,
          summary: 'Get new upload URLs for the parts of a file',
        },
        ({ row }) => renewUpload(billing, row),
      ),
    )
    .post(
      '/files/:id/uploaded',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findFile),
          body: FileUploadCompleted,
          reply: FileRead,
          summary: 'Complete a file upload',
        },
        ({ row, body }) => completeUpload(billing, row, body),
      ),
    )
    .get(
      '/files/:id',
      needsRead,
      endpoint(
        { params: IdPath, row: readable(billing, findUploadedFile), reply: FileRead, summary: 'Get a file' },
        ({ row }) => viewFile(row),
      ),
    )
    .get(
      '/files/:id/download',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findUploadedFile),
          reply: S3DownloadURL,
          summary: "Get a file's download URL",
        },
        ({ row }) => signFile(billing, row),
      ),
    )
    .patch(
      '/files/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findUploadedFile),
          body: FilePatch,
          reply: FileRead,
          summary: 'Update a file',
        },
        ({ row, body }) => updateFile(billing, row, body),
      ),
    )
    .delete(
      '/files/:id',
      needsWrite,
      endpoint({ params: IdPath, row: manageable(billing, findFile), summary: 'Delete a file' }, ({ row }) =>
        deleteFile(billing, row),
      ),
    )
    .get(
      '/media/:file/:picture',
      endpoint({ params: MediaPath, media: 'image/*', summary: 'Get a picture' }, ({ params, req, res }) =>
        sendPicture(billing, params, { req, res }),
      ),
    )
    .use(billing.files.store.routes);
