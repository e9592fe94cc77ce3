import type { Call } from '#server/platform/call.ts'
import { pageAddress } from '#server/platform/page-address.ts'

type Place = Pick<Call, 'platform' | 'host'>

const addressOf = ({ platform, host }: Place, path: string): string => pageAddress(platform.config, host, path)

/** The requested origin: scheme, host and port. */
export const originOf = (place: Place): string => addressOf(place, '')

/** The base URL of the developer API on the requested host. */
export const baseUrlOf = (place: Place): string => addressOf(place, '/api/v1/developer')

/** R116: the URLs that agencies find next to their key. */
export const linksOf = (place: Place) => ({
  documentation_url: addressOf(place, '/api/v1/developer/openapi'),
  states_url: addressOf(place, '/api/general/state'),
  cities_url: addressOf(place, '/api/general/state/{state}/cities'),
})
