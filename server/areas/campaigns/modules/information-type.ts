import type { InformationType } from '#contract/identity/advance-information.ts'
import { sentences } from '#contract/core/sentences.ts'
import { invalid } from '#server/platform/failure.ts'

const field = 'campaign_information_type'

/** The information type follows from the module, so a request may only repeat it. Throws `invalid`. */
export function assertInformationType(requested: InformationType | '' | undefined, type: InformationType): void {
  if (requested && requested !== type) throw invalid(field, sentences.otherProduct)
}

/** Whether leads include more information, for campaigns that can choose; undefined if not given. */
export function readSendsInformation(requested: InformationType | '' | undefined): boolean | undefined {
  if (requested === undefined) return undefined
  assertInformationType(requested, 'enhance')
  return requested === 'enhance'
}
