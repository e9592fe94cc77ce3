import type { Call } from '#server/platform/call.ts'
import { pageAddress } from '#server/platform/page-address.ts'

type Place = Pick<Call, 'platform' | 'host'>

const addressOf = ({ platform, host }: Place, path: string): string => pageAddress(platform.config, host, path)

/** Scheme, host and port of whoever asks. */
export const originOf = (place: Place): string => addressOf(place, '')

/** Where the developer API answers, on the host of whoever asks. */
export const baseUrlOf = (place: Place): string => addressOf(place, '/api/v1/developer')

/** R116: what agencies find beside their key. */
export const linksOf = (place: Place) => ({
  documentation_url: addressOf(place, '/api/v1/developer/openapi'),
  states_url: addressOf(place, '/api/general/state'),
  cities_url: addressOf(place, '/api/general/state/{state}/cities'),
})
