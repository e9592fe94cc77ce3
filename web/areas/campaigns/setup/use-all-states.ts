import { listStates } from '#contract/campaigns/places.ts'
import { useCall } from '../../../api/hooks.ts'
import type { StateOptions } from '../modules/module-form.ts'

export function useAllStates(): StateOptions {
  const read = useCall(listStates, {})
  return { options: read.data?.data.map(({ code, name }) => ({ value: code, label: name })), read }
}
