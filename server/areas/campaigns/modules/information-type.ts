import type { InformationType } from '#contract/identity/advance-information.ts'
import { sentences } from '#contract/core/sentences.ts'
import { invalid } from '#server/platform/failure.ts'

const field = 'campaign_information_type'

/** The information type follows from the module, so a request may only repeat it. Throws `invalid`. */
export function assertInformationType(requestedType: InformationType | '' | undefined, type: InformationType): void {
  if (requestedType && requestedType !== type) throw invalid(field, sentences.otherProduct)
}

/** Whether leads include more information, for campaigns that can choose; undefined if not given. */
export function readSendsInformation(requestedType: InformationType | '' | undefined): boolean | undefined {
  if (requestedType === undefined) return undefined
  assertInformationType(requestedType, 'enhance')
  return requestedType === 'enhance'
}
