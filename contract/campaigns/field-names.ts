import { fieldToPlain, fieldToWire, spellingOf } from '../core/plain.ts'
import { campaignDetail } from './campaign.ts'

// What a campaign lacks, and what became another, is told by field where no schema could rename it: in values.

const spellings = [spellingOf(campaignDetail)]

/** What the wire calls a field of a campaign. */
export const wireFieldOf = (field: string): string => fieldToWire(field, spellings)

/** The other way round. */
export const plainFieldOf = (field: string): string => fieldToPlain(field, spellings)
