import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useModule } from '../../../session/module.ts'
import { useStillHere } from '../../../session/still-here.ts'
import { EnrichLeadsItem } from '../../enrichment/enrich-leads-item.tsx'
import { useMayEnrich } from '../../enrichment/use-enrichment-path.ts'
import { CopyDialog } from '../actions/copy-dialog.tsx'
import { editPath, listPath } from '../../../paths/campaigns.ts'
import { RemoveDialog } from '../actions/remove-dialog.tsx'
import {
  canArchive,
  canPause,
  canRemove,
  canStart,
  useCampaignActions,
  type CampaignActions,
} from '../actions/use-campaign-actions.ts'
import { useCampaignRights } from '../../../session/campaign-rights.ts'

const icon = { size: 16, stroke: 1.75 } as const

export function CampaignHeadActions({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const module = useModule()
  const navigate = useNavigate()
  const isHere = useStillHere()
  const [isRemoving, setIsRemoving] = useState(false)
  const [isCopying, setIsCopying] = useState(false)
  const actions = useCampaignActions()
  const { status, campaignId: id } = campaign
  return (
    <>
      {status !== 'archived' && (
        <Button variant="default" component={Link} to={editPath(module, id)} leftSection={<IconPencil {...icon} />}>
          {t('Edit')}
        </Button>
      )}
      {canPause(status) && (
        <Button
          variant="default"
          leftSection={<IconPlayerPause {...icon} />}
          loading={actions.isBusy}
          onClick={() => actions.pause(campaign)}
        >
          {t('Pause')}
        </Button>
      )}
      {canStart(status) && (
        <Button
          leftSection={<IconPlayerPlay {...icon} />}
          loading={actions.isBusy}
          onClick={() => actions.start(campaign)}
        >
          {t('Start')}
        </Button>
      )}
      <MoreMenu
        id={id}
        campaign={campaign}
        actions={actions}
        onCopy={() => setIsCopying(true)}
        onRemove={() => setIsRemoving(true)}
      />
      {isCopying && <CopyDialog campaign={campaign} onClose={() => setIsCopying(false)} />}
      {isRemoving && (
        <RemoveDialog
          campaign={campaign}
          onRemoved={() => {
            if (isHere()) void navigate({ to: listPath(module) })
          }}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </>
  )
}

type MoreMenuProps = {
  id: string
  campaign: CampaignDetail
  actions: CampaignActions
  onCopy: () => void
  onRemove: () => void
}

function MoreMenu({ id, campaign, actions, onCopy, onRemove }: MoreMenuProps) {
  const t = useT()
  const { mayCreate, mayRemove } = useCampaignRights()
  const mayEnrich = useMayEnrich()
  const { status } = campaign
  if (status === 'active' && !mayEnrich && !mayCreate) return null
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" size={36} flex="none" aria-label={t('More actions')}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <EnrichLeadsItem campaignId={id} />
        {mayCreate && (
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={onCopy}>
            {t('Copy campaign')}
          </Menu.Item>
        )}
        {canArchive(status) && (
          <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => actions.archive(campaign)}>
            {t('Archive')}
          </Menu.Item>
        )}
        {status === 'archived' && (
          <Menu.Item leftSection={<IconArchiveOff {...icon} />} onClick={() => actions.unarchive(campaign)}>
            {t('Unarchive')}
          </Menu.Item>
        )}
        {mayRemove && canRemove(status) && (
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={onRemove}>
            {t('Remove')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
