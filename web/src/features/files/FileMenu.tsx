import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconPencil, IconTrash } from '@tabler/icons-react';
import { type StoredFile, useLazyGetDownloadQuery } from '../../api/catalog/files.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { hereUrl } from '../../api/organization/stored-address.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { notifyFailed } from '../../ui/dialogs/notify.ts';

type Props = { file: StoredFile; onRename: () => void; onDelete: () => void };

/** The actions on a file. */
export const FileMenu = ({ file, onRename, onDelete }: Props) => {
  const { writeRefusal } = useCurrentOrganization();
  const [find] = useLazyGetDownloadQuery();
  const download = async () => {
    const { data, error } = await find(file.id);
    if (error) return notifyFailed(describeFailure(error));
    // The response is an attachment: the page stays.
    if (data) window.location.assign(hereUrl(data.url));
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('files:actionsOf', { name: file.name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void download()}>
          {t('files:download')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          disabled={writeRefusal !== null}
          onClick={onRename}
        >
          {t('files:rename')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={16} aria-hidden />}
          color="danger"
          disabled={writeRefusal !== null}
          onClick={onDelete}
        >
          {t('ui:delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
