/** Downloads a text as a file. */
export const saveText = (text: string, { name, type }: { name: string; type: string }): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};
