import { Skeleton } from '@mantine/core'
import { useEffect } from 'react'
import { getCampaign, listCampaigns } from '#contract/campaigns/campaigns.ts'
import { listDrafts } from '#contract/campaigns/ready.ts'
import { changeCampaigns, type MovedCampaign, type SeveralAction } from '#contract/campaigns/several.ts'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import { useAction } from '../../../api/hooks.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { ConfirmDialog } from '../../../shells/confirm-dialog.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { whenServerBusy } from '../../../shells/throw-server-busy.ts'
import { statusNames } from '../../../shells/owners/campaign-status.tsx'
import { inboxReads } from '../../inbox/inbox-reads.ts'
import styles from './list.module.css'

type SeveralDialogProps = {
  companyId: string
  ids: readonly string[]
  action: SeveralAction
  onClose: () => void
  /** Called after the change. */
  onDone: () => void
}

const titles: Readonly<Record<SeveralAction, Text>> = {
  start: msg('Start these campaigns?'),
  pause: msg('Pause these campaigns?'),
  archive: msg('Archive these campaigns?'),
}

const verbs: Readonly<Record<SeveralAction, Text>> = {
  start: msg('Start'),
  pause: msg('Pause'),
  archive: msg('Archive'),
}

const willChange = ({ from, to }: MovedCampaign): boolean => from !== to

/** Changes the selected campaigns, after a preview of what happens to each and why some stay unchanged. */
export function SeveralDialog({ companyId, ids, action, onClose, onDone }: SeveralDialogProps) {
  const t = useT()
  const look = useAction(changeCampaigns, { invalidates: [] })
  const change = useAction(changeCampaigns, {
    invalidates: [listCampaigns, listDrafts, getCampaign, listCompanies, getCompany, ...inboxReads],
  })
  const { mutate } = look
  const idList = ids.join()
  useEffect(() => {
    mutate({ body: { companyId, campaign_ids: idList.split(','), action, preview: true } })
  }, [companyId, idList, action, mutate])
  const preview = look.data?.data
  const failure = look.error ?? change.error
  const confirm = (): void =>
    change.mutate(
      { body: { companyId, campaign_ids: [...ids], action, preview: false } },
      {
        onSuccess: ({ data }) => {
          const count = data.filter(willChange).length
          notifyDone(t('{count, plural, one {# campaign changed} other {# campaigns changed}}', { count }))
          onClose()
          onDone()
        },
      },
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(titles[action])}
      size="md"
      confirmLabel={t(verbs[action])}
      danger={false}
      ready={Boolean(preview?.some(willChange))}
      onConfirm={confirm}
      submitting={change.isPending}
      submitError={failure && whenServerBusy(failure)}
    >
      {!preview && !look.error && <Skeleton height={80} />}
      {preview && (
        <>
          <p role="status">
            {t('{count, plural, =0 {Nothing changes.} one {# campaign changes.} other {# campaigns change.}}', {
              count: preview.filter(willChange).length,
            })}
          </p>
          <ul className={styles.preview} aria-label={t('What changes')}>
            {preview.map((one) => (
              <Line key={one.campaign_id} campaign={one} />
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  )
}

function Line({ campaign }: { campaign: MovedCampaign }) {
  const t = useT()
  const { from, to, refused } = campaign
  return (
    <li>
      <span className={styles.previewName}>
        <bdi>{campaign.name || t('Campaign')}</bdi>
        {campaign.company_name && (
          <span className={styles.muted}>
            <bdi>{campaign.company_name}</bdi>
          </span>
        )}
      </span>
      <span className={styles.muted}>
        {refused !== ''
          ? t(refused)
          : from === null || to === null || from === to
            ? t('No change')
            : t('{from} → {to}', { from: t(statusNames[from]), to: t(statusNames[to]) })}
      </span>
    </li>
  )
}
