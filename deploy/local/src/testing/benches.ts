import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The benches of a folder, sorted. A file that another one imports or starts is part of that bench, not a bench. */
export const listBenches = (folder: string): string[] => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
  const isPart = (file: string): boolean =>
    [...texts].some(([other, text]) => other !== file && new RegExp(`['"/]${file}['"]`).test(text));
  return files
    .filter((file) => !isPart(file))
    .map((file) => file.slice(0, -'.ts'.length))
    .toSorted();
};
