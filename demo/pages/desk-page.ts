import { services } from '#contract/integrations/services.ts'
import { agencyOf, demoPassword, hostOf, mainAgencies, type DemoUser } from '../world.ts'
import type { DemoCampaign } from '../world-campaigns.ts'
import { deskStyle } from './desk-style.ts'
import type { DeskState, Sample } from './desk-state.ts'
import { escape, frame } from './frame.ts'

/** The demo's desk: where to start, logins, visitors to browse a site as, mail and webhooks received, and the clock. */
export function deskPage(state: DeskState): string {
  const parts = [
    begin(state),
    logins(state),
    sites(state),
    persons(state),
    `<div class="pair">${mailbox(state)}${receiver(state)}</div>`,
    outsideServices(state),
    clock(state),
  ]
  return frame(
    'Leadloom demo desk',
    deskStyle,
    `<header><div><h1>Demo desk</h1><p class="quiet">Everything here is made up and stays on this machine.</p></div><p class="time"><span class="quiet">The demo’s time</span><br><a href="#clock">${escape(state.clockText)} UTC</a></p></header>
<main>${historyNote(state)}${parts.join('')}</main>${autoRefresh}`,
  )
}

const card = (id: string, title: string, body: string, note = ''): string =>
  `<section class="card" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${note ? `<p class="quiet">${note}</p>` : ''}${body}</section>`

interface ButtonLook {
  /** A fuller label for screen readers. */
  says?: string
  main?: boolean
  blank?: boolean
}

const button = (
  action: string,
  label: string,
  fields: Record<string, string> = {},
  { says, main, blank }: ButtonLook = {},
): string =>
  `<form method="post" action="${action}"${blank ? ' target="_blank"' : ''}>${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`)
    .join(
      '',
    )}<button${main ? ' class="main"' : ''}${says ? ` aria-label="${escape(says)}"` : ''}>${label}</button></form>`

const link = (href: string, text: string, blank = true): string =>
  `<a href="${escape(href)}"${blank ? ' target="_blank" rel="noopener"' : ''}>${escape(text)}</a>`

const visitLink = ({ origin }: DeskState, host: string, sample: Sample): string => `${origin(host)}/?hem=${sample.md5}`

const historyNote = ({ history }: DeskState): string =>
  history === null
    ? ''
    : `<div class="note" role="status"><p>The visits, leads and payments of the last months are being created, those of Acme and Brightside first. New leads are delivered after that.</p><progress max="100" value="${history}">${history} %</progress></div>`

function begin(state: DeskState): string {
  const [guest] = state.samples
  const visit = guest ? link(visitLink(state, 'plumbright.localhost', guest), `Visit Plumbright as ${guest.name}`) : ''
  return card(
    'begin',
    'Start here',
    `<div class="buttons">${button('/sign-in', 'Shop and leads side by side', { email: 'owner@acme.test', to: 'pair' }, { main: true, blank: true })}${button('/sign-in', 'Sign in as Acme’s owner', { email: 'owner@acme.test' }, { blank: true })}</div>
<ol class="steps">
<li><p><strong>Side by side</strong> shows Plumbright’s site and its agency’s list of leads in one window. Choose a guest there and visit the shop.</p></li>
<li><p>Within two seconds the lead appears at the top of the list, without a reload. Open it: why it matched, which rules it passed, what it cost.</p></li>
<li><p>Or use two windows: sign in as the owner, open Leads, and ${visit} in the second one.</p></li>
<li><p>The lead’s ${link('#mailbox', 'email', false)} and its ${link('#receiver', 'webhook', false)} arrive further down on this page.</p></li>
</ol>`,
  )
}

const roles: Readonly<Record<DemoUser['kind'], string>> = {
  rootSystem: 'Root: sees every agency and the identity data',
  rootAdmin: 'Root administrator',
  agencyOwner: 'Agency owner: its clients, their campaigns and leads',
  administrator: 'Agency administrator with limited permissions',
  client: 'Client: its own campaigns and leads, no wholesale prices',
  salesRep: 'Sales rep',
  accountExecutive: 'Account executive',
}

function logins(state: DeskState): string {
  const rowOf = (user: DemoUser): string => {
    const host = hostOf(user)
    return `<tr><td><strong>${escape(user.name)}</strong><br><span class="quiet">${escape(user.company)}</span></td><td><code>${user.email}</code></td><td>${link(state.origin(host), host)}</td><td class="quiet">${escape(roles[user.kind])}</td><td>${button('/sign-in', 'Sign in', { email: user.email }, { says: `Sign in as ${user.name}`, blank: true })}</td></tr>`
  }
  const tableOf = (users: readonly DemoUser[]): string =>
    `<div class="scroll"><table><thead><tr><th>Who</th><th>Email</th><th>Where</th><th>As</th><th><span class="unseen">Sign in</span></th></tr></thead><tbody>${users.map(rowOf).join('')}</tbody></table></div>`
  const agencyOfUser = ({ company }: DemoUser): string => agencyOf(company) ?? company
  return card(
    'logins',
    'Sign in',
    folded('logins-of', state, {
      shown: state.world.users.filter((user) => !isFurther(agencyOfUser(user), state)),
      further: (agency) => state.world.users.filter((user) => agencyOfUser(user) === agency),
      show: tableOf,
      count: (count) => `${count} logins`,
    }),
    `One click signs you in, in a new tab. To sign in manually, the password is always <code>${demoPassword}</code>. Each agency has its own address, and a browser can be signed in as one person at a time.`,
  )
}

const statuses = { active: 'running', pause: 'paused', draft: 'draft' } as const

/** Says what a visit to this site leads to, so that nobody waits for a lead that cannot come. */
function outcomeOf({
  hasPixel,
  status,
  endedDaysAgo,
  states,
  requirePhone,
  requireAddress,
  limitPerDay,
}: DemoCampaign): string {
  if (!hasPixel) return 'The pixel is not on this site yet: nothing is reported, and “Check the page” shows that.'
  if (status !== 'active')
    return 'The campaign is paused: the visit is shown with that reason and doesn’t become a lead.'
  if (endedDaysAgo !== null)
    return 'The campaign has ended: the visit is shown with that reason and doesn’t become a lead.'
  const rules = [
    ...(states.length > 0 ? [`lives in ${states.join(', ')}`] : []),
    ...(requirePhone ? ['has a phone number'] : []),
    ...(requireAddress ? ['has a home address'] : []),
  ]
  const who = rules.length > 0 ? `A lead if the person ${rules.join(' and ')}` : 'A lead'
  return `${who}, within two seconds${limitPerDay === null ? '' : `; at most ${limitPerDay} a day`}.`
}

/** For each site a different person whom its campaign turns into a lead, so that sites do not share guests. */
function guestOf({ states }: DemoCampaign, at: number, samples: readonly Sample[]): Sample | undefined {
  const fitting = samples.filter(({ optedOut, state }) => !optedOut && (states.length === 0 || states.includes(state)))
  return fitting[at % fitting.length]
}

/** Whether an agency is one of those that only the wide world has: what belongs to it is folded away. */
const isFurther = (company: string, { world }: DeskState): boolean =>
  !mainAgencies.includes(company) && world.companies.some(({ name, kind }) => name === company && kind === 'agency')

interface Foldable<Item> {
  shown: readonly Item[]
  further: (agency: string) => readonly Item[]
  show: (items: readonly Item[]) => string
  count: (count: number) => string
}

/** What belongs to the agencies of every demo, and below it one fold for each other agency. */
function folded<Item>(id: string, state: DeskState, { shown, further, show, count }: Foldable<Item>): string {
  const agencies = state.world.companies.map(({ name }) => name).filter((name) => isFurther(name, state))
  const folds = agencies.map((agency, at) => {
    const items = further(agency)
    return `<details id="${id}-${at}"><summary>${escape(agency)} <span class="quiet">${count(items.length)}</span></summary>${show(items)}</details>`
  })
  return [show(shown), ...folds].join('')
}

function sites(state: DeskState): string {
  const { campaigns } = state.world
  const rowOf = (campaign: DemoCampaign): string => {
    const at = campaigns.indexOf(campaign)
    const { client, name, siteHost, status, endedDaysAgo } = campaign
    const guest = guestOf(campaign, at, state.samples)
    const stands = endedDaysAgo === null ? statuses[status] : 'ended'
    const visit = guest
      ? `<p>${link(visitLink(state, siteHost, guest), `Visit as ${guest.name}`)}</p><p><code>${escape(siteHost)}/?hem=${guest.md5}</code></p>`
      : ''
    return `<li><h3>${escape(client)} <span class="badge ${stands}">${stands}</span></h3><p class="quiet">${escape(name)} · ${escape(agencyOf(client) ?? '')}</p><p>${link(state.origin(siteHost), siteHost)}</p>${visit}<p class="quiet">${escape(outcomeOf(campaign))}</p></li>`
  }
  const agencyOfSite = ({ client }: DemoCampaign): string => agencyOf(client) ?? ''
  return card(
    'sites',
    'Clients’ web sites',
    folded('sites-of', state, {
      shown: campaigns.filter((campaign) => !isFurther(agencyOfSite(campaign), state)),
      further: (agency) => campaigns.filter((campaign) => agencyOfSite(campaign) === agency),
      show: (items) => `<ul class="sites">${items.map(rowOf).join('')}</ul>`,
      count: (count) => `${count} sites`,
    }),
    'Each with the pixel of one campaign. <code>?hem=</code> holds the MD5 of a person’s email address, as links in newsletters do.',
  )
}

function persons(state: DeskState): string {
  const rows = state.samples.map(
    ({ name, md5, state: home, optedOut }) =>
      `<tr><td>${escape(name)}</td><td>${optedOut ? 'opted out: never a lead' : escape(home)}</td><td><code>${md5}</code></td></tr>`,
  )
  return card(
    'persons',
    'People you can be',
    rows.length === 0
      ? '<p class="quiet">No persons yet.</p>'
      : `<div class="scroll"><table><thead><tr><th>Name</th><th>Lives in</th><th>MD5 for ?hem=</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`,
    'They have not visited any site yet. A second visit within a campaign’s window is “returning”; move the clock past the window and it becomes a lead again.',
  )
}

function mailbox({ mails }: DeskState): string {
  const rows = mails.map(
    ({ id, at, to, subject }) =>
      `<li><a href="/mail/${id}">${escape(subject)}</a><br><span class="quiet">${escape(at)} · ${escape(to)}</span></li>`,
  )
  return card(
    'mailbox',
    'Mailbox',
    rows.length === 0
      ? '<p class="empty">No mail yet. The next lead’s report arrives here.</p>'
      : `<ul class="log" tabindex="0">${rows.join('')}</ul>`,
    'Every email sent since the program started.',
  )
}

/** Services without a key to paste. */
const ofConsent = Object.values(services).flatMap(({ name, connect }) => (connect === 'oauth' ? [name] : []))

function outsideServices({ services: keys, held }: DeskState): string {
  const rows = Object.entries(keys).map(([name, key]) => `<li>${escape(name)}: <code>${escape(key)}</code></li>`)
  return card(
    'services',
    'Outside services',
    `<ul>${rows.join('')}</ul><p class="quiet">They hold: ${escape(held.map(([name, people]) => `${name} ${people}`).join(', '))}. A lead that is taken back is removed from them.</p><p class="quiet">${escape(ofConsent.join(' and '))} ask for consent and grant it right away.</p>`,
    'Stand-ins that speak each service’s protocol. Sign in as a client, open Integrations and paste:',
  )
}

function receiver({ received, receiverRunning }: DeskState): string {
  const rows = received.map(
    ({ at, id, verified }) =>
      `<li><span class="badge ${verified ? 'running' : 'paused'}">${verified ? 'signature valid' : 'signature wrong'}</span> <code>${escape(id)}</code><br><span class="quiet">${escape(at)}</span></li>`,
  )
  const act = receiverRunning ? button('/receiver/stop', 'Stop receiver') : button('/receiver/start', 'Start receiver')
  const says = receiverRunning
    ? 'It is <strong>running</strong>. Stop it, create a lead, and see the cause and the next attempt in Deliveries.'
    : 'It is <strong>stopped</strong>. Deliveries fail with a clear cause; start it and see them recover.'
  return card(
    'receiver',
    'Webhook receiver',
    `<p>${says}</p>${act}${rows.length === 0 ? '<p class="empty">Nothing received yet.</p>' : `<ul class="log" tabindex="0">${rows.join('')}</ul>`}`,
    'Acts as a customer’s server: it verifies each signature.',
  )
}

function clock({ clockText, daysAhead }: DeskState): string {
  const moves = [1, 7, 31, 366].map((days) =>
    button('/clock', `${days} ${days === 1 ? 'day' : 'days'} ahead`, { days: String(days) }),
  )
  const stands =
    daysAhead === 0
      ? 'the machine’s time'
      : `${daysAhead} ${daysAhead === 1 ? 'day' : 'days'} ahead of the machine’s time`
  return card(
    'clock',
    'Clock',
    `<p>It is <strong>${escape(clockText)} UTC</strong>, ${stands}.</p><div class="buttons">${moves.join('')}${button('/clock', 'Back to now', { days: '0' })}${button('/periods', 'Close ended periods')}${button('/due', 'Retry declined payments and check wallets')}${button('/alerts', 'Send spend alerts')}</div>`,
    'Re-identification windows, limits and end dates follow it. Sign-ins do not. Within 15 minutes, or right away with these buttons, ended weeks and months are invoiced, declined payments are retried on schedule, wallets are maintained, and spend alerts are sent.',
  )
}

/** Refreshes the page in place when something changes, without scrolling the reader. */
const autoRefresh = `<script>
let seen
setInterval(async () => {
  try {
    const pulse = await (await fetch('/pulse')).text()
    if (seen !== undefined && seen !== pulse && !document.hidden) {
      const fresh = new DOMParser().parseFromString(await (await fetch('/')).text(), 'text/html')
      const keyOf = (form) => form && form.action + '?' + new URLSearchParams(new FormData(form))
      const open = [...document.querySelectorAll('details[open]')].map(({ id }) => id)
      const focused = keyOf(document.activeElement?.closest('form'))
      for (const part of ['header', 'main']) document.querySelector(part).replaceWith(fresh.querySelector(part))
      for (const id of open) document.getElementById(id).open = true
      if (focused) [...document.forms].find((form) => keyOf(form) === focused)?.querySelector('button').focus()
    }
    if (!document.hidden) seen = pulse
  } catch {}
}, 1500)
</script>`
