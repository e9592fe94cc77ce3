import { useEffect, useEffectEvent } from 'react'
import { readNewCampaign } from '#contract/campaigns/campaigns.ts'
import { useCall } from '../../../api/hooks.ts'
import { useModule } from '../../../session/module.ts'
import { OptionsFailure } from '../../../shells/options-failure.tsx'
import { startOf, type NewCampaign } from './campaign-form.ts'
import type { CampaignValues } from './campaign-values.ts'
import type { SectionProps } from './section-props.ts'

/** Once the client is known, fills the fields that the user has not touched with the client's defaults. */
export function ClientStart({ form, onBegin }: SectionProps & { onBegin: (begun: NewCampaign) => void }) {
  const { module } = useModule()
  const { clientId } = form.values
  const answer = useCall(readNewCampaign, { params: { companyId: clientId, module } }, { enabled: clientId !== '' })
  const begun = answer.data?.data
  const begin = useEffectEvent((data: NewCampaign) => {
    onBegin(data)
    const fields = Object.entries(startOf(data)).filter(([field]) => !form.isTouched(field))
    const untouched = Object.fromEntries(fields) as Partial<CampaignValues>
    form.setValues(untouched)
    // The user did not type these, so they do not count as unsaved input.
    form.resetDirty({ ...form.getInitialValues(), ...untouched })
  })
  useEffect(() => {
    if (begun) begin(begun)
  }, [begun])
  return <OptionsFailure of={answer} />
}
