/** What a page hands over as files. jsdom has no place where to save them. */
import { jest } from '@jest/globals';

/** Watches from now on, for one test. */
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
    /** Lines of the last one, without the mark at its beginning. */
    lines: async (): Promise<string[]> => {
      const bytes = await bytesOf(blobs.at(-1) ?? new Blob());
      return new TextDecoder().decode(bytes).trimEnd().split('\r\n');
    },
  };
};

/** Those of jsdom cannot be read by themselves, those of a reply by no reader. */
const bytesOf = (file: Blob): Promise<ArrayBuffer> =>
  'arrayBuffer' in file
    ? file.arrayBuffer()
    : new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result as ArrayBuffer);
        reader.readAsArrayBuffer(file);
      });
