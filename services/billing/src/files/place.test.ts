import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captureLog } from '@tessera/kit/test/log';
import { findFilePlace } from './place.ts';
import { StorageOptions } from './storage/options.ts';

describe('the folder of files', () => {
  it('is made for the service alone: what is sold is not for everybody on the machine', async () => {
    const root = await mkdtemp(join(tmpdir(), 'tessera-place-'));
    const folder = join(root, 'files');
    try {
      const place = await findFilePlace(
        { FILES_FOLDER: folder },
        StorageOptions.parse({}),
        captureLog().logger,
      );
      expect(place).toEqual({ folder });
      expect(((await stat(folder)).mode & 0o777).toString(8)).toBe('700');
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
