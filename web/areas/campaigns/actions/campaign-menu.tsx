import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconCode,
  IconCopy,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CampaignRow } from '#contract/campaigns/campaign.ts'
import { modulesWithPixel } from '#contract/campaigns/modules.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { searchOf } from '../../../session/search.ts'
import { campaignPath, editPath } from '../../../paths/campaigns.ts'
import { PageLink } from '../../../shells/page-link.tsx'
import { usePlaceOf } from '../use-place.ts'
import type { CampaignRights } from '../../../session/campaign-rights.ts'
import { canArchive, canPause, canRemove, canStart, type CampaignActions } from './use-campaign-actions.ts'

type CampaignMenuProps = {
  campaign: CampaignRow
  actions: CampaignActions
  rights: CampaignRights
  onCopy: (campaign: CampaignRow) => void
  onRemove: (campaign: CampaignRow) => void
}

const icon = { size: 16, stroke: 1.75 } as const

/** Actions of a campaign in a list. Leaves out those that its status does not allow. */
export function CampaignMenu({ campaign, actions, rights, onCopy, onRemove }: CampaignMenuProps) {
  const t = useT()
  const { mayCreate, mayEdit, mayRemove } = rights
  const module = usePlaceOf()(campaign)
  const { status, campaignId: id } = campaign
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('Actions for {name}', { name: isolate(campaign.campaignName) })}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {modulesWithPixel.includes(campaign.module) && (
          <Menu.Item
            component={PageLink}
            to={campaignPath(module, id)}
            search={searchOf({ tab: 'setup' })}
            leftSection={<IconCode {...icon} />}
          >
            {t('Install the pixel')}
          </Menu.Item>
        )}
        {mayEdit && status !== 'archived' && (
          <Menu.Item component={Link} to={editPath(module, id)} leftSection={<IconPencil {...icon} />}>
            {t('Edit')}
          </Menu.Item>
        )}
        {mayCreate && (
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => onCopy(campaign)}>
            {t('Copy campaign')}
          </Menu.Item>
        )}
        {mayEdit && canStart(status) && (
          <Menu.Item leftSection={<IconPlayerPlay {...icon} />} onClick={() => actions.start(campaign)}>
            {t('Start')}
          </Menu.Item>
        )}
        {mayEdit && canPause(status) && (
          <Menu.Item leftSection={<IconPlayerPause {...icon} />} onClick={() => actions.pause(campaign)}>
            {t('Pause')}
          </Menu.Item>
        )}
        {mayEdit && canArchive(status) && (
          <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => actions.archive(campaign)}>
            {t('Archive')}
          </Menu.Item>
        )}
        {mayEdit && status === 'archived' && (
          <Menu.Item leftSection={<IconArchiveOff {...icon} />} onClick={() => actions.unarchive(campaign)}>
            {t('Unarchive')}
          </Menu.Item>
        )}
        {mayRemove && canRemove(status) && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => onRemove(campaign)}>
              {t('Remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
