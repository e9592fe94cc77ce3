import { siteHost } from '#contract/campaigns/site-url.ts'

/** Hosts whose hits count for a site: its own, with and without `www`, so that either spelling of the address works. */
export function hostsOf(siteUrl: string): string[] {
  const host = siteHost(siteUrl)
  if (host === null) return []
  const isName = /[a-z]/.test(host) && host.includes('.')
  if (host.startsWith('www.')) return [host, host.slice(4)]
  return isName ? [host, `www.${host}`] : [host]
}
