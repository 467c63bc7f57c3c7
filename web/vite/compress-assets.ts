import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);

/** Smaller files fit in one packet uncompressed. */
const minBytes = 1024;

const compressAll = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      if (bytes.length >= minBytes) await writeFile(join(folder, `${name}.br`), await compress(bytes));
    }),
  );
};

let folder = '';

/**
 * Writes a Brotli file of the highest quality beside each asset (`name.js.br`): a seventh smaller than what is
 * feasible per request, and without compression at request time. The last plugin, so that it includes the buyers'
 * files.
 */
export const compressAssets: Plugin = {
  name: 'compress-assets',
  apply: 'build',
  configResolved: ({ root, build }) => {
    folder = resolve(root, build.outDir, build.assetsDir);
  },
  closeBundle: { sequential: true, handler: () => compressAll(folder) },
};
