import { listStates } from '#contract/campaigns/places.ts'
import { useCall } from '../../../api/hooks.ts'
import type { StateOption } from '../modules/module-form.ts'

export const useAllStates = (): StateOption[] | undefined =>
  useCall(listStates, {}).data?.data.map(({ code, name }) => ({ value: code, label: name }))
