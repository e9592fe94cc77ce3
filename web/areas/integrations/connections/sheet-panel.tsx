import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { causeTexts } from '#contract/integrations/causes.ts'
import {
  checkSpreadsheet,
  getSpreadsheetHistory,
  resendGoogleLink,
  resetSpreadsheet,
} from '#contract/integrations/spreadsheets.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ConfirmDialog } from '../../../shells/confirm-dialog.tsx'
import { SubmitError } from '../../../shells/failure-note.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { Timeline } from '../../../shells/timeline.tsx'
import styles from './connections.module.css'

/** A campaign's Google sheet: check, history, share link again, and reset (R238, S101). */
export function SheetPanel({ campaignId }: { campaignId: string }) {
  const t = useT()
  const [showsHistory, setShowsHistory] = useState(false)
  const [asksReset, setAsksReset] = useState(false)
  const body = { campaignId }
  const check = useAction(checkSpreadsheet, { invalidates: [] })
  const resend = useAction(resendGoogleLink, { invalidates: [], onDone: ({ message }) => notifyDone(t(message)) })
  const reset = useAction(resetSpreadsheet, {
    invalidates: [getSpreadsheetHistory],
    onDone: ({ message }) => {
      setAsksReset(false)
      notifyDone(t(message))
    },
  })
  return (
    <div className={styles.fieldset}>
      <Group gap="xs">
        <Button variant="default" size="xs" loading={check.isPending} onClick={() => check.mutate({ body })}>
          {t('Check the sheet')}
        </Button>
        <Button variant="default" size="xs" onClick={() => setShowsHistory(!showsHistory)} aria-expanded={showsHistory}>
          {t('History')}
        </Button>
        <Button variant="default" size="xs" loading={resend.isPending} onClick={() => resend.mutate({ body })}>
          {t('Email the link again')}
        </Button>
        <Button variant="default" size="xs" onClick={() => setAsksReset(true)}>
          {t('Reset the sheet')}
        </Button>
      </Group>
      <div role="status">{check.data && <CheckResult data={check.data.data} />}</div>
      <SubmitError failure={check.error ?? resend.error} />
      {showsHistory && <History campaignId={campaignId} />}
      <ConfirmDialog
        opened={asksReset}
        onClose={() => setAsksReset(false)}
        title={t('Reset the sheet?')}
        confirmLabel={t('Reset the sheet')}
        danger
        submitting={reset.isPending}
        submitError={reset.error}
        onConfirm={() => reset.mutate({ body })}
      >
        <p>{t('Everything in it is removed, including what people added. Then all leads are written again.')}</p>
      </ConfirmDialog>
    </div>
  )
}

type Checked = {
  status: 'none' | 'ok' | 'problem'
  url: string | null
  rows: number
  cause: keyof typeof causeTexts | null
}

function CheckResult({ data }: { data: Checked }) {
  const t = useT()
  if (data.status === 'problem') return <p className={styles.cause}>{t(causeTexts[data.cause ?? 'service_error'])}</p>
  if (data.url === null) return <p className={styles.note}>{t('The sheet is created with the first lead.')}</p>
  return (
    <p className={styles.note}>
      {t(
        '{count, plural, =0 {The sheet is there. No leads yet.} one {The sheet is there, with # lead.} other {The sheet is there, with # leads.}}',
        { count: data.rows },
      )}{' '}
      <a href={data.url} target="_blank" rel="noreferrer">
        {t('Open the sheet')}
      </a>
    </p>
  )
}

function History({ campaignId }: { campaignId: string }) {
  const t = useT()
  const format = useFormat()
  const history = useCall(getSpreadsheetHistory, { params: { campaign: campaignId } }, { alwaysFresh: true })
  const rows = history.data?.data
  if (rows?.length === 0) return <p className={styles.note}>{t('Nothing written yet.')}</p>
  return (
    <Timeline
      entries={(rows ?? []).slice(0, 20).map((row) => ({
        key: `${row.lead_id} ${row.at}`,
        at: row.at,
        tone: row.outcome === 'delivered' ? 'ok' : 'bad',
        title: row.outcome === 'delivered' ? t('Delivered') : t('Failed'),
        note: row.cause ? t(causeTexts[row.cause]) : format.dateTime(row.at),
      }))}
    />
  )
}
