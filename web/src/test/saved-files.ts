/** Captures the files that a page saves, since jsdom has no downloads. */
import { jest } from '@jest/globals';

/** Starts capturing, for one test. */
export const watchFiles = () => {
  const blobs: Blob[] = [];
  const names: string[] = [];
  URL.createObjectURL = (file) => `blob:${blobs.push(file as Blob)}`;
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return {
    names,
    /** The lines of the last file, without the byte order mark. */
    lines: async (): Promise<string[]> => {
      const bytes = await bytesOf(blobs.at(-1) ?? new Blob());
      return new TextDecoder().decode(bytes).trimEnd().split('\r\n');
    },
  };
};

/** Blobs of jsdom lack `arrayBuffer`, and those of a response do not work with `FileReader`. */
const bytesOf = (file: Blob): Promise<ArrayBuffer> =>
  'arrayBuffer' in file
    ? file.arrayBuffer()
    : new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result as ArrayBuffer);
        reader.readAsArrayBuffer(file);
      });
