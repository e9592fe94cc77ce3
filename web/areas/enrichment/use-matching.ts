import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listEnrichments, pollEvery_ms } from '#contract/enrichment/enrichments.ts'
import { useCall } from '../../api/hooks.ts'

const watched_rows = 20

/** Polls the newest lists while some are being matched, and refreshes the table when one changes. */
export function useMatching(companyId: string): void {
  const client = useQueryClient()
  const [isWatching, setWatching] = useState(true)
  const answer = useCall(
    listEnrichments,
    { params: { companyId }, query: { page: 1, perPage: watched_rows } },
    { refetchEvery_ms: isWatching ? pollEvery_ms : false, alwaysFresh: true },
  )
  const rows = answer.data?.data ?? []
  const waits = rows.some(({ status }) => status === 'matching')
  if (answer.data && waits !== isWatching) setWatching(waits)
  const states = rows.map(({ id, status, rows_done }) => `${id}${status}${rows_done}`).join()
  useEffect(() => void client.invalidateQueries({ queryKey: [listEnrichments.name] }), [client, states])
}
