import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CampaignRow } from '#contract/campaigns/campaign.ts'
import { maxCampaignsAtOnce, type SeveralAction } from '#contract/campaigns/several.ts'
import { asFailure } from '../../../api/failure.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { ChooseCell, ChosenBar } from '../../../shells/chosen-rows.tsx'
import { notifyFailed } from '../../../shells/notify.tsx'
import { SeveralDialog } from './several-dialog.tsx'

/** Ids of the selected campaigns, which stay selected on other pages of the list. */
export type Chosen = {
  ids: ReadonlySet<string>
  toggle: (id: string) => void
  /** Selects these, up to the limit of one call. */
  add: (ids: readonly string[]) => void
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
    add: (more) => setIds((before) => new Set([...before, ...more].slice(0, maxCampaignsAtOnce))),
    clear: () => setIds(new Set()),
  }
}

/** The checkbox that selects a campaign. */
export function ChooseCampaign({ row, selection }: { row: CampaignRow; selection: Chosen }) {
  const t = useT()
  return (
    <ChooseCell
      label={t('Choose {name}', { name: isolate(row.campaignName) })}
      isChosen={selection.ids.has(row.campaignId)}
      isFull={selection.ids.size >= maxCampaignsAtOnce}
      onToggle={() => selection.toggle(row.campaignId)}
    >
      {null}
    </ChooseCell>
  )
}

const labels: readonly (readonly [action: SeveralAction, label: Text])[] = [
  ['start', msg('Start')],
  ['pause', msg('Pause')],
  ['archive', msg('Archive')],
]

type ChosenCampaignsProps = {
  selection: Chosen
  companyId: string
  /** How many campaigns the list has, and how their ids are read. */
  total: number
  readIds: (max: number) => Promise<readonly string[]>
}

/** Toolbar of the selected campaigns; hidden while none is selected. */
export function ChosenCampaigns({ selection, companyId, total, readIds }: ChosenCampaignsProps) {
  const t = useT()
  const [action, setAction] = useState<SeveralAction | null>(null)
  const { size } = selection.ids
  if (size === 0) return null
  const chooseAll = (): void =>
    void readIds(maxCampaignsAtOnce).then(selection.add, (error: unknown) => notifyFailed(asFailure(error).message))
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
      all={size < total && total <= maxCampaignsAtOnce ? { total, onChoose: chooseAll } : null}
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
