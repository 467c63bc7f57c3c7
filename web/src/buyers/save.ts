/** Hands a file to the browser, which asks or keeps it as its owner likes. */
export const saveAs = (address: string, name: string): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.rel = 'noreferrer';
  // From another host a file that the browser can show would leave this page.
  if (new URL(address, window.location.href).origin !== window.location.origin) link.target = '_blank';
  document.body.append(link);
  link.click();
  link.remove();
};
