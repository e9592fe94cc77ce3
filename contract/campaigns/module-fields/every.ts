import { b2bDetail, b2bFields, profileFields } from './b2b.ts'
import { enhanceDetail, enhanceFields, enhanceKept } from './enhance.ts'
import { informationFields, informationKept } from './information.ts'
import { locatorDetail, locatorFields, locatorKept } from './locator.ts'
import { siteDetail, siteFields, siteKept } from './site.ts'

// The other half of the contract's list of modules: what campaigns of single ones have besides, by the files beside this one. It
// stands apart from `modules.ts`, which every page loads.

/** As they are sent. */
export const fieldsOfModules = { ...siteFields, ...locatorFields, ...enhanceFields, ...b2bFields, ...informationFields }

/** As a campaign shows them; what its module does not have is absent. */
export const detailsOfModules = {
  ...siteDetail.shape,
  ...locatorDetail.shape,
  ...enhanceDetail.shape,
  ...b2bDetail.shape,
}

/** Whose values the log keeps for good, in the order in which it tells of them. */
export const keptOfModules = [
  ...siteKept,
  ...informationKept,
  ...locatorKept,
  ...enhanceKept,
  ...profileFields,
] as const
