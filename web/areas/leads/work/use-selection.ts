import { useState } from 'react'
import { maxPickedLeads } from '#contract/leads/lead-bulk.ts'

/** Leads that are picked, or all of the filter but some: `listed` names the filter, whose change ends the selection. */
export type LeadSelection = {
  isAll: boolean
  /** The picked leads; those left out if it is all. */
  ids: ReadonlySet<string>
  has: (id: string) => boolean
  isFull: boolean
  toggle: (id: string) => void
  add: (ids: readonly string[]) => void
  selectAll: () => void
  clear: () => void
}

type State = { listed: string; isAll: boolean; ids: ReadonlySet<string> }

const nothing = (listed: string): State => ({ listed, isAll: false, ids: new Set() })

export function useLeadSelection(listed: string): LeadSelection {
  const [storedState, setStoredState] = useState(() => nothing(listed))
  const state = storedState.listed === listed ? storedState : nothing(listed)
  const { isAll, ids } = state
  const withIds = (more: Iterable<string>): void =>
    setStoredState({ ...state, ids: new Set([...more].slice(0, maxPickedLeads)) })
  return {
    isAll,
    ids,
    has: (id) => ids.has(id) !== isAll,
    isFull: ids.size >= maxPickedLeads,
    toggle: (id) => {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      withIds(next)
    },
    add: (more) => withIds([...ids, ...more]),
    selectAll: () => setStoredState({ ...nothing(listed), isAll: true }),
    clear: () => setStoredState(nothing(listed)),
  }
}
