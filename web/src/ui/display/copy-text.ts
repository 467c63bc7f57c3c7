/**
 * Copies a text to the clipboard; false where the browser lets nobody. Addresses without TLS, as of an installation in
 * one's own network, have no `navigator.clipboard`: there the older way works.
 */
export const copyText = async (text: string): Promise<boolean> => {
  // Absent where the address has no TLS, whatever its type says.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return copyByCommand(text);
  return clipboard.writeText(text).then(
    () => true,
    () => copyByCommand(text),
  );
};

const copyByCommand = (text: string): boolean => {
  let isTaken = false;
  const fill = (event: ClipboardEvent): void => {
    if (!event.clipboardData) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
    isTaken = true;
  };
  document.addEventListener('copy', fill, { capture: true });
  try {
    return document.execCommand('copy') && isTaken;
  } finally {
    document.removeEventListener('copy', fill, { capture: true });
  }
};
