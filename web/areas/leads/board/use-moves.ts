import { useState } from 'react'
import type { LeadRow } from '#contract/leads/lead.ts'
import { setLeadStatus } from '#contract/leads/lead-work.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { notifyDone, notifyFailed } from '../../../shells/notify.tsx'
import { shownWork } from '../work/use-lead-change.ts'
import type { Move } from './column-leads.ts'

type Moves = {
  /** Those that are being saved: the board shows them as done. */
  running: readonly Move[]
  /** The one that can be undone. */
  last: Move | null
  move: (lead: LeadRow, to: string) => void
  undo: () => void
  forget: () => void
}

/** Moves leads to other statuses, as their own field does. */
export function useMoves(): Moves {
  const t = useT()
  const [running, setRunning] = useState<readonly Move[]>([])
  const [last, setLast] = useState<Move | null>(null)
  const { mutateAsync } = useAction(setLeadStatus, { invalidates: shownWork })
  const send = async (move: Move, onDone: () => void): Promise<void> => {
    setLast(null)
    setRunning((before) => [...before.filter(({ lead }) => lead.id !== move.lead.id), move])
    try {
      await mutateAsync({ params: { id: move.lead.id }, body: { status: move.to } })
      onDone()
    } catch (failure) {
      notifyFailed((failure as Error).message)
    } finally {
      setRunning((before) => before.filter((one) => one !== move))
    }
  }
  return {
    running,
    last,
    move: (lead, to) => {
      const move = { lead, to }
      if (to !== lead.status) void send(move, () => setLast(move))
    },
    undo: () => {
      if (!last) return
      const { lead, to } = last
      void send({ lead: { ...lead, status: to }, to: lead.status }, () => notifyDone(t('The change was undone.')))
    },
    forget: () => setLast(null),
  }
}
