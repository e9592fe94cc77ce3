import type { Call } from '#server/platform/call.ts'
import { pageAddress } from '#server/platform/page-address.ts'

type HostOfCall = Pick<Call, 'platform' | 'host'>

const addressOf = ({ platform, host }: HostOfCall, path: string): string => pageAddress(platform.config, host, path)

/** The requested origin: scheme, host and port. */
export const originOf = (call: HostOfCall): string => addressOf(call, '')

/** The base URL of the developer API on the requested host. */
export const baseUrlOf = (call: HostOfCall): string => addressOf(call, '/api/v1/developer')

/** R116: the URLs that agencies find next to their key. */
export const linksOf = (call: HostOfCall) => ({
  documentation_url: addressOf(call, '/api/v1/developer/openapi'),
  states_url: addressOf(call, '/api/general/state'),
  cities_url: addressOf(call, '/api/general/state/{state}/cities'),
})
