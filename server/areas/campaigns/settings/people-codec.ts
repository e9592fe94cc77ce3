import { splitLines, type CampaignDetail, type PeopleFields } from '#contract/campaigns/campaign.ts'
import { sentences } from '#contract/core/sentences.ts'
import { invalid } from '#server/platform/failure.ts'
import type { PeopleSettings } from '../campaign.ts'

type Changes = { [Name in keyof PeopleSettings]?: PeopleSettings[Name] | undefined }

/** Maps the wire's fields about which people become leads, the same in every module. */
export const peopleCodec = {
  read: (fields: Partial<PeopleFields>): Changes => ({
    requireEmail: fields.requiresEmail,
    requirePhone: fields.requiresPhone,
    requireAddress: fields.requiresAddress,
    reidentification: fields.reidentification,
    reidentificationAcrossClient: fields.reidentifiesAll,
    includeAudiences: fields.include_audiences && [...new Set(fields.include_audiences)].sort(),
    excludeAudiences: fields.exclude_audiences && [...new Set(fields.exclude_audiences)].sort(),
    ...readTargeting(fields),
  }),
  present: (settings: PeopleSettings): Pick<CampaignDetail, keyof PeopleFields> => ({
    isNational: settings.nationalTargeting,
    locationTarget: settings.nationalTargeting ? 'National Targeting' : settings.zips.length > 0 ? 'Zip Code' : 'State',
    state: [...settings.states],
    zip: settings.zips.join('\n'),
    requiresEmail: settings.requireEmail,
    requiresPhone: settings.requirePhone,
    requiresAddress: settings.requireAddress,
    reidentification: settings.reidentification,
    reidentifiesAll: settings.reidentificationAcrossClient,
    include_audiences: [...settings.includeAudiences],
    exclude_audiences: [...settings.excludeAudiences],
  }),
}

/** What a person must have to become a lead, by wire name. */
export const requiredFields = {
  requireEmail: 'requiresEmail',
  requirePhone: 'requiresPhone',
  requireAddress: 'requiresAddress',
} as const satisfies { [Name in keyof PeopleSettings]?: keyof PeopleFields }

/**
 * The three wire fields must agree: a list that the chosen target doesn't use is rejected, not silently dropped.
 */
function readTargeting(fields: Partial<PeopleFields>): Changes {
  const states = fields.state && [...new Set(fields.state)].sort()
  const zips = fields.zip === undefined ? undefined : splitLines(fields.zip).sort()
  if (fields.isNational === undefined && !fields.locationTarget && !states && !zips) return {}
  // Forms send every field, so beside a target a flag may be left over from an earlier choice. The target decides.
  const target = fields.locationTarget ?? (fields.isNational ? 'National Targeting' : null)
  if (!target) throw invalid('locationTarget', sentences.placesMissing)
  const isNational = target === 'National Targeting'
  if (target !== 'State' && states?.length) throw invalid('state', sentences.stateTargetOnly)
  if (target !== 'Zip Code' && zips?.length) throw invalid('zip', sentences.zipTargetOnly)
  return {
    nationalTargeting: isNational,
    states: target === 'State' ? states : [],
    zips: target === 'Zip Code' ? zips : [],
  }
}
