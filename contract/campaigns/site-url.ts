import { z } from 'zod'
import { plainHost } from '../core/hosts.ts'
import { sentences } from '../core/sentences.ts'

/** URL of the page that carries the pixel, with its scheme; only hits of its host count. */
export const siteUrl = z
  .string()
  .overwrite(completeSiteUrl)
  .max(2000)
  .refine((text) => text === '' || siteHost(text) !== null, sentences.website)

/** What somebody typed as a site's address, trimmed; `acme.com` gets the scheme that it lacks. */
export function completeSiteUrl(text: string): string {
  const address = text.trim()
  if (address.includes('://') || address.startsWith('/')) return address
  const withScheme = `https://${address}`
  return siteHost(withScheme)?.includes('.') === true ? withScheme : address
}

/** The host of a site's URL in lower case, without a port; null if the text is not such a URL. */
export function siteHost(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && url.username === '' && url.password === '' ? plainHost(url.hostname) : null
}
