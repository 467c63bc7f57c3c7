/** Downloads a file through a link, as the browser's settings say. */
export const saveAs = (address: string, name: string): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.rel = 'noreferrer';
  // A displayable file from another host would replace this page.
  if (new URL(address, window.location.href).origin !== window.location.origin) link.target = '_blank';
  document.body.append(link);
  link.click();
  link.remove();
};
