import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { MemberPage } from '../../api/organization/members.ts';
import { useOwnMembership } from '../../api/organization/own-membership.ts';
import { t } from '../../i18n/t.ts';
import classes from './TeamCell.module.css';

type Member = MemberPage['items'][number];
type Props = { member: Member; onChange: (member: Member) => void };

/** The member's team, with a button to change it for those who may. */
export const TeamCell = ({ member, onChange }: Props) => {
  const { data: membership } = useOwnMembership();
  const mayChange = membership?.allowed['member']?.includes('update') ?? false;
  return (
    <div className={classes.team}>
      <bdi>{member.teamName ?? t('members:noTeam')}</bdi>
      {mayChange && (
        <Tooltip label={t('members:changeTeam')}>
          <ActionIcon
            className={classes.change}
            variant="subtle"
            color="gray"
            size={24}
            aria-label={t('members:changeTeam')}
            onClick={() => onChange(member)}
          >
            <IconPencil size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
};
