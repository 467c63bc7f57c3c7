import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconPencil, IconTrash } from '@tabler/icons-react';
import type { StoredFile } from '../../api/catalog/files.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { useDownload } from './use-download.ts';

type Props = { file: StoredFile; onRename: () => void; onDelete: () => void };

/** The actions on a file. */
export const FileMenu = ({ file, onRename, onDelete }: Props) => {
  const { writeRefusal } = useCurrentOrganization();
  const download = useDownload(file.id);
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
