import { fieldToPlain, fieldToWire, spellingOf } from '../core/plain.ts'
import { campaignDetail } from './campaign.ts'

// Missing and changed fields of a campaign are reported by name in values, where no schema can rename them.

const spellings = [spellingOf(campaignDetail)]

/** The wire's name of a campaign field. */
export const wireFieldOf = (field: string): string => fieldToWire(field, spellings)

/** The reverse. */
export const plainFieldOf = (field: string): string => fieldToPlain(field, spellings)
