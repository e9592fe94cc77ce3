import { useState } from 'react'
import { listLeadExports, pollEvery_ms, prepareLeadExport, type LeadExport } from '#contract/leads/exports.ts'
import { exportLeads, type LeadFileFormat } from '#contract/leads/leads.ts'
import type { CallInput } from '../../../api/call.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { notifyDone, notifyFailed } from '../../../shells/notify.tsx'
import { useDownload } from '../../../shells/use-download.ts'

export const isInProgress = ({ status }: LeadExport): boolean => status === 'waiting' || status === 'writing'

/** The user's prepared exports, polled while one of them is being written. */
export function useExports(companyId: string): readonly LeadExport[] {
  const [isWatching, setWatching] = useState(false)
  const answer = useCall(
    listLeadExports,
    { params: { companyId } },
    { refetchEvery_ms: isWatching ? pollEvery_ms : false, alwaysFresh: true },
  )
  const rows = answer.data?.data ?? []
  const waits = rows.some(isInProgress)
  if (answer.data && waits !== isWatching) setWatching(waits)
  return rows
}

/** The list's current filters, as the download call takes them. */
export type ShownLeads = CallInput<typeof exportLeads>

/** Downloads leads: a few directly, many (or any number, if `always` is set) as a file prepared in the background. */
export function useLeadFiles(): {
  start: (shown: ShownLeads, format: LeadFileFormat, always: boolean) => void
  busy: boolean
} {
  const t = useT()
  const download = useDownload(exportLeads)
  const prepare = useAction(prepareLeadExport, { invalidates: [listLeadExports] })
  const start = async (leads: ShownLeads, format: LeadFileFormat, always: boolean): Promise<void> => {
    // Its length is limited, so it is never prepared.
    if (format === 'xlsx') return download.start({ ...leads, query: { ...leads.query, format } })
    const { companyId, ...range } = leads.params
    const body = { ...range, ...leads.query, format, always }
    try {
      const { message, data } = await prepare.mutateAsync({ params: { companyId }, body })
      if (data.id === null) download.start({ ...leads, query: { ...leads.query, format } })
      else notifyDone(t(message))
    } catch (error) {
      notifyFailed((error as Error).message)
    }
  }
  return { start: (...args) => void start(...args), busy: download.busy || prepare.isPending }
}
