import type { Config } from './config.ts'

/**
 * URL of one of our pages for mails, on a host that the caller has found in the table of verified hosts: scheme and
 * port of the request are not trusted, since an attacker who triggers a mail to somebody else could choose them.
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
