import type { SettingNamed } from '#contract/settings/settings.ts'
import type { SettingBody, SettingsTarget } from '#server/areas/tenants/setting.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { accessDenied } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'

export type CampaignQuestion = SettingNamed<'campaignquestions'>['questions'][number]

/** Questions about campaigns belong to an agency. A new one gets an id, so that its answers survive rewording. */
export async function checkQuestions(
  call: SignedInCall,
  { agencyId }: SettingsTarget,
  { questions }: SettingBody<'campaignquestions'>,
): Promise<CampaignQuestion[]> {
  if (agencyId === null) throw accessDenied()
  const now_ms = call.platform.clock.now()
  return questions.map(({ id, module, question, choices }) => ({
    id: id || newId(now_ms),
    module,
    question,
    choices: [...new Set(choices)],
  }))
}
