import type { InformationType } from '#contract/identity/advance-information.ts'
import { sentences } from '#contract/core/sentences.ts'
import { invalid } from '#server/platform/failure.ts'

const field = 'campaign_information_type'

/** The information type follows from the module, so a request may only repeat it. Throws `invalid`. */
export function assertInformationType(said: InformationType | '' | undefined, type: InformationType): void {
  if (said && said !== type) throw invalid(field, sentences.otherProduct)
}

/** Whether leads include more information, for campaigns that can choose; undefined if not given. */
export function readSendsInformation(said: InformationType | '' | undefined): boolean | undefined {
  if (said === undefined) return undefined
  assertInformationType(said, 'enhance')
  return said === 'enhance'
}
