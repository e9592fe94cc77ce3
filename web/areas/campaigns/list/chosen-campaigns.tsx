import { Button, Checkbox } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { CampaignRow } from '#contract/campaigns/campaign.ts'
import { mostCampaignsAtOnce, type SeveralAction } from '#contract/campaigns/several.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { SeveralDialog } from './several-dialog.tsx'
import styles from './list.module.css'

/** The ids of campaigns that somebody has ticked, whatever page of the list shows meanwhile. */
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
        if (!after.delete(id) && after.size < mostCampaignsAtOnce) after.add(id)
        return after
      }),
    clear: () => setIds(new Set()),
  }
}

/** The tick of one row, beside what its cell says. */
export function ChooseCell({ row, chosen, children }: { row: CampaignRow; chosen: Chosen; children: ReactNode }) {
  const t = useT()
  const isChosen = chosen.ids.has(row.campaignId)
  return (
    <span className={styles.choose}>
      <Checkbox
        size="xs"
        checked={isChosen}
        disabled={!isChosen && chosen.ids.size >= mostCampaignsAtOnce}
        onChange={() => chosen.toggle(row.campaignId)}
        aria-label={t('Choose {name}', { name: isolate(row.campaignName) })}
      />
      {children}
    </span>
  )
}

const offered: readonly (readonly [action: SeveralAction, label: Text])[] = [
  ['start', msg('Start')],
  ['pause', msg('Pause')],
  ['archive', msg('Archive')],
]

/** What is done with the ticked campaigns: stays in sight below a long list, and is absent while none is ticked. */
export function ChosenBar({ chosen, companyId }: { chosen: Chosen; companyId: string }) {
  const t = useT()
  const [asked, setAsked] = useState<SeveralAction | null>(null)
  const { size } = chosen.ids
  if (size === 0) return null
  return (
    <section className={styles.bar} aria-label={t('Chosen campaigns')}>
      <span role="status" className={styles.count}>
        {t('{count, plural, one {# campaign chosen} other {# campaigns chosen}}', { count: size })}
        {size >= mostCampaignsAtOnce && ` · ${t('More cannot be chosen at once.')}`}
      </span>
      <div className={styles.barActions}>
        <Button size="xs" variant="default" onClick={chosen.clear}>
          {t('Clear choice')}
        </Button>
        {offered.map(([action, label]) => (
          <Button
            key={action}
            size="xs"
            variant={action === 'start' ? 'filled' : 'default'}
            onClick={() => setAsked(action)}
          >
            {t(label)}
          </Button>
        ))}
      </div>
      {asked !== null && (
        <SeveralDialog
          companyId={companyId}
          ids={[...chosen.ids]}
          action={asked}
          onClose={() => setAsked(null)}
          onDone={chosen.clear}
        />
      )}
    </section>
  )
}
