/**
 * A file that is dropped beside the place for it stays where it was: a browser would open it in place of the page, and take
 * with that what was typed. Places for files have said before that they take it.
 */
export const keepDropped = (): (() => void) => {
  const refuse = (event: DragEvent): void => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
  return () => {
    window.removeEventListener('dragover', refuse);
    window.removeEventListener('drop', refuse);
  };
};
