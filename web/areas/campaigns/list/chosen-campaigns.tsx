import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { CampaignRow } from '#contract/campaigns/campaign.ts'
import { maxCampaignsAtOnce, type SeveralAction } from '#contract/campaigns/several.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { ChooseCell, ChosenBar } from '../../../shells/chosen-rows.tsx'
import { SeveralDialog } from './several-dialog.tsx'

/** Ids of the selected campaigns, which stay selected on other pages of the list. */
export type Chosen = {
  ids: ReadonlySet<string>
  toggle: (id: string) => void
  clear: () => void
}

export function useChosen(): Chosen {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    ids,
    toggle: (id) =>
      setIds((before) => {
        const after = new Set(before)
        if (!after.delete(id) && after.size < maxCampaignsAtOnce) after.add(id)
        return after
      }),
    clear: () => setIds(new Set()),
  }
}

/** A cell with the checkbox that selects a campaign. */
export function ChooseCampaign({
  row,
  selection,
  children,
}: {
  row: CampaignRow
  selection: Chosen
  children: ReactNode
}) {
  const t = useT()
  return (
    <ChooseCell
      label={t('Choose {name}', { name: isolate(row.campaignName) })}
      isChosen={selection.ids.has(row.campaignId)}
      isFull={selection.ids.size >= maxCampaignsAtOnce}
      onToggle={() => selection.toggle(row.campaignId)}
      atEnd
    >
      {children}
    </ChooseCell>
  )
}

const labels: readonly (readonly [action: SeveralAction, label: Text])[] = [
  ['start', msg('Start')],
  ['pause', msg('Pause')],
  ['archive', msg('Archive')],
]

/** Toolbar of the selected campaigns; hidden while none is selected. */
export function ChosenCampaigns({ selection, companyId }: { selection: Chosen; companyId: string }) {
  const t = useT()
  const [action, setAction] = useState<SeveralAction | null>(null)
  const { size } = selection.ids
  if (size === 0) return null
  const actions = labels.map(([action, label]) => (
    <Button
      key={action}
      size="xs"
      variant={action === 'start' ? 'filled' : 'default'}
      onClick={() => setAction(action)}
    >
      {t(label)}
    </Button>
  ))
  return (
    <ChosenBar
      label={t('Selected campaigns')}
      count={t('{count, plural, one {# campaign selected} other {# campaigns selected}}', { count: size })}
      isFull={size >= maxCampaignsAtOnce}
      onClear={selection.clear}
      actions={actions}
    >
      {action !== null && (
        <SeveralDialog
          companyId={companyId}
          ids={[...selection.ids]}
          action={action}
          onClose={() => setAction(null)}
          onDone={selection.clear}
        />
      )}
    </ChosenBar>
  )
}
