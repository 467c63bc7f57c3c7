import { copyText } from './copy-text.ts';

/** jsdom has neither the command nor a clipboard event. */
const actAsBrowser = (isAllowed: boolean): string[] => {
  const copied: string[] = [];
  document.execCommand = (command) => {
    if (command !== 'copy' || !isAllowed) return false;
    const clipboardData = { setData: (_type: string, text: string) => copied.push(text) };
    return !document.dispatchEvent(Object.assign(new Event('copy', { cancelable: true }), { clipboardData }));
  };
  return copied;
};
const beWith = (clipboard: unknown) =>
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
const refusing = { writeText: () => Promise.reject(new Error('not allowed')) };

describe('copying a text', () => {
  it.each([
    ['at an address without TLS', undefined],
    ['where the clipboard is refused', refusing],
  ])('goes the older way %s', async (_where, clipboard) => {
    beWith(clipboard);
    const copied = actAsBrowser(true);
    expect(await copyText('ACME-0001')).toBe(true);
    expect(copied).toEqual(['ACME-0001']);
  });

  it('says so where the browser lets nobody', async () => {
    beWith(undefined);
    actAsBrowser(false);
    expect(await copyText('ACME-0001')).toBe(false);
  });
});
