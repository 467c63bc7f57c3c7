import { useLazyGetDownloadQuery } from '../../api/catalog/files.ts';
import { hereUrl } from '../../api/organization/stored-address.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { notifyFailed } from '../../ui/dialogs/notify.ts';

/** Returns a function that downloads a file. */
export const useDownload = (id: string): (() => Promise<void>) => {
  const [find] = useLazyGetDownloadQuery();
  return async () => {
    const { data, error } = await find(id);
    if (error) return notifyFailed(describeFailure(error));
    // The response is an attachment: the page stays.
    if (data) window.location.assign(hereUrl(data.url));
  };
};
