import type { Config } from './config.ts'

/**
 * Address of a page of ours for mails, on a host that the caller has found in the table of verified hosts: what a request
 * says of its own scheme and port is not believed, since an attacker who requests somebody else's mail would choose them.
 */
export function pageAddress(
  config: Pick<Config, 'production' | 'PORT' | 'PUBLIC_PORT'>,
  host: string,
  path: string,
): string {
  const usual = config.production ? 443 : 80
  const port = config.PUBLIC_PORT ?? (config.production ? usual : config.PORT)
  return `${config.production ? 'https' : 'http'}://${host}${port === usual ? '' : `:${port}`}${path}`
}
