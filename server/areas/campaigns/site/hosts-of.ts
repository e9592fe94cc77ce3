import { siteHost } from '#contract/campaigns/site-url.ts'

/** The hosts whose hits count for a site: with and without `www`, so that both forms of the URL work. */
export function hostsOf(siteUrl: string): string[] {
  const host = siteHost(siteUrl)
  if (host === null) return []
  const isName = /[a-z]/.test(host) && host.includes('.')
  if (host.startsWith('www.')) return [host, host.slice(4)]
  return isName ? [host, `www.${host}`] : [host]
}
