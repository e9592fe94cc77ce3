import { countShareClaims, listShareClaims, reportReturnedShares } from '#contract/reclaims/claims.ts'

/** What a decision about claims, or a new limit, changes. */
export const reclaimReads = [listShareClaims, countShareClaims, reportReturnedShares]
