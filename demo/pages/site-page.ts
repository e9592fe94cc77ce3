import { demoPixelKey } from '../world.ts'
import { wideCampaigns } from '../wide/wide-campaigns.ts'
import type { DemoCampaign } from '../world-campaigns.ts'
import { businessOf } from './businesses.ts'
import { escape, frame } from './frame.ts'

export interface SiteVisit {
  host: string
  path: string
  /** The origin that serves the program's pixel. */
  appOrigin: string
  deskOrigin: string
  /** The visitor's email hash from the URL. */
  cameAs: string | null
}

const paths = ['/', '/services', '/prices', '/contact', '/thank-you'] as const

const titleOf = (path: string): string => {
  const words = path.slice(1, 60).replaceAll('-', ' ')
  return words === '' ? 'Home' : words[0]!.toUpperCase() + words.slice(1)
}

/** A page of a demo client's website, with the pixel installed: where visitors browse. */
export function sitePage(visit: SiteVisit): string | null {
  const campaign = wideCampaigns.find(({ siteHost }) => siteHost === visit.host)
  if (!campaign) return null
  const business = businessOf(campaign.client)
  const isHome = visit.path === '/'
  const links = paths.map(
    (to) => `<a href="${to}"${to === visit.path ? ' aria-current="page"' : ''}>${titleOf(to)}</a>`,
  )
  const services = business.services.map(([name, text]) => `<li><h2>${escape(name)}</h2><p>${escape(text)}</p></li>`)
  const isThanks = visit.path === '/thank-you'
  const lead = isThanks ? 'We have your message and call you today.' : business.text
  return frame(
    `${campaign.client} · ${titleOf(visit.path)}`,
    style(business.color),
    `<header aria-label="${escape(campaign.client)}"><div><strong>${escape(campaign.client)}</strong><nav aria-label="Site">${links.join('')}</nav></div></header>
<main aria-label="${escape(campaign.client)}"><section><div><h1>${escape(isHome ? business.headline : isThanks ? 'Thank you' : titleOf(visit.path))}</h1><p>${escape(lead)}</p>${isThanks ? '' : `<a class="action" href="/thank-you">${escape(business.action)}</a>`}</div></section>
<div class="rest"><ul>${services.join('')}</ul>${aside(campaign, visit)}</div></main>${pixelOf(campaign, visit)}`,
  )
}

/** A note on the page: that this is a demo, who you are, and where to look next. */
function aside(campaign: DemoCampaign, { cameAs, deskOrigin }: SiteVisit): string {
  const who = cameAs
    ? `You came as <strong>${escape(cameAs)}</strong>. The pixel removed the hash from the address and recognizes this browser from now on.`
    : 'Add <code>?hem=</code> and the MD5, SHA-1 or SHA-256 of a demo person’s email address to come as that person.'
  const pixel = campaign.hasPixel
    ? `${who} With Global Privacy Control on, nothing about the visit is stored.`
    : 'This site does not have the pixel yet: “Check the page” in the campaign shows that.'
  return `<aside aria-label="About this site"><h2>This is a demo site</h2><p>${escape(campaign.client)} is a made-up business. ${pixel}</p><p><a href="${deskOrigin}">Back to the demo desk</a></p></aside>`
}

function pixelOf({ name, hasPixel }: DemoCampaign, { path, appOrigin }: SiteVisit): string {
  if (!hasPixel) return ''
  const key = demoPixelKey(name)
  const conversion = path === '/thank-you' ? ' data-event="conversion" data-value="120"' : ''
  return `
<script async src="${appOrigin}/px.js" data-key="${key}"${conversion}></script>
<noscript><img src="${appOrigin}/collect.gif?k=${key}" alt="" width="1" height="1"></noscript>`
}

const style = (color: string): string => `
:root{--brand:${color}}
header{background:var(--card);border-bottom:1px solid var(--line)}
header div{max-width:64rem;margin:0 auto;padding:.9rem 1.25rem;display:flex;flex-wrap:wrap;gap:.4rem 2rem;align-items:center;justify-content:space-between}
header strong{font-size:1.15rem;letter-spacing:-.01em}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
nav a{color:var(--quiet);text-decoration:none;padding:.2rem 0;border-bottom:2px solid transparent}
nav a:hover{color:var(--text)}
nav a[aria-current]{color:var(--text);border-color:var(--brand)}
section{background:var(--brand);color:#fff}
section>div{max-width:64rem;margin:0 auto;padding:clamp(2.5rem,9vw,5.5rem) 1.25rem}
h1{font-size:clamp(1.9rem,6vw,3.1rem);line-height:1.12;letter-spacing:-.025em;max-width:18ch;text-wrap:balance}
section p{margin-top:1rem;font-size:1.1rem;max-width:46ch;opacity:.92}
.action{display:inline-block;margin-top:1.75rem;background:#fff;color:var(--brand);font-weight:600;text-decoration:none;padding:.65rem 1.2rem;border-radius:8px}
.rest{max-width:64rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
ul{list-style:none;padding:0;display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr))}
li,aside{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.25rem;box-shadow:var(--shadow)}
li h2,aside h2{font-size:1rem}
li p,aside p{margin-top:.35rem;color:var(--quiet)}
aside{margin-top:2rem;background:none;border-style:dashed;box-shadow:none;font-size:.9rem}
aside strong{color:var(--text)}
`
