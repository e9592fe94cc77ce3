import { listStates } from '#contract/campaigns/places.ts'
import { useCall } from '../api/hooks.ts'
import type { OptionsRead } from './options-failure.tsx'

/** A state to select; disabled ones explain why in their label. */
type StateOption = { value: string; label: string; disabled?: boolean }

/** The states to select, undefined until loaded, and their read. */
export type StateOptions = { options: StateOption[] | undefined; query: OptionsRead }

/** All states, to select from. */
export function useAllStates(): StateOptions {
  const query = useCall(listStates, {})
  return { options: query.data?.data.map(({ code, name }) => ({ value: code, label: name })), query }
}
