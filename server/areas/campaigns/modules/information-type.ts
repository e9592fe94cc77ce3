import type { InformationType } from '#contract/identity/advance-information.ts'
import { sentences } from '#contract/core/sentences.ts'
import { invalid } from '#server/platform/failure.ts'

const field = 'campaign_information_type'

/** What leads of a product are told besides follows from it: whoever says it again says the same. Throws `invalid`. */
export function assertInformationType(said: InformationType | '' | undefined, type: InformationType): void {
  if (said && said !== type) throw invalid(field, sentences.otherProduct)
}

/** Whether leads are told what else is known of people, where a campaign may choose it; undefined where nothing was said. */
export function readSendsInformation(said: InformationType | '' | undefined): boolean | undefined {
  if (said === undefined) return undefined
  assertInformationType(said, 'enhance')
  return said === 'enhance'
}
