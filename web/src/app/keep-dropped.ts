/**
 * Prevents the browser from opening a file dropped beside a drop zone, which would replace the page and lose its
 * input. Drop zones handle their event before this.
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
