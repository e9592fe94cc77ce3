import { minInformation, listEnhanceLocations } from '#contract/identity/advance-information.ts'
import { useCall } from '../../../../api/hooks.ts'
import { useFormat } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/texts.tsx'
import type { CampaignValues } from '../../setup/campaign-values.ts'
import type { StateOptions } from '../../../../shells/use-all-states.ts'

/** The states by name. Those with too few people with complete records show the number and are disabled (C098). */
export function useSuppliedStates({ leastKnown, states }: CampaignValues): StateOptions {
  const t = useT()
  const format = useFormat()
  const read = useCall(listEnhanceLocations, { query: { informationminimum: Number(leastKnown) || minInformation } })
  const options = read.data?.data.map(({ code, name, enough, persons }) =>
    enough
      ? { value: code, label: name }
      : {
          value: code,
          label: t('{state} – too few people: {persons} of {minimum}', {
            state: name,
            persons: format.number(persons),
            minimum: format.number(read.data!.minimum),
          }),
          // A state already in the campaign can still be removed.
          disabled: !states.includes(code),
        },
  )
  return { options, read }
}
