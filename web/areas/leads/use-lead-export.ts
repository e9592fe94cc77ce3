import { useRef, useState } from 'react'
import { makeDownloadTicket } from '#contract/access/session.ts'
import { exportLeads } from '#contract/leads/leads.ts'
import { call, filledPath, type CallInput } from '../../api/call.ts'
import { asFailure, type CallFailure } from '../../api/failure.ts'

type Input = CallInput<typeof exportLeads>

export type LeadExport = {
  /** The filters and the search of the list, so that the file holds what the list shows. */
  remember: (input: Input) => void
  start: () => void
  busy: boolean
  failure: CallFailure | null
}

/** Downloads by navigation, which can carry no token: a ticket for this one path stands in for it (OQ-50). */
export function useLeadExport(): LeadExport {
  const shown = useRef<Input | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const start = async (): Promise<void> => {
    if (!shown.current) return
    const { params, query = {} } = shown.current
    setBusy(true)
    setFailure(null)
    try {
      const path = `/api${filledPath(exportLeads.path, params)}`
      const { ticket } = await call(makeDownloadTicket, { body: { path } })
      const search = new URLSearchParams({ ticket })
      for (const [name, value] of Object.entries(query)) if (value) search.set(name, String(value))
      location.assign(`${path}?${search}`)
    } catch (thrown) {
      setFailure(asFailure(thrown))
    } finally {
      setBusy(false)
    }
  }
  return { remember: (input) => void (shown.current = input), start: () => void start(), busy, failure }
}
