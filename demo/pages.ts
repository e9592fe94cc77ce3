import { brands, campaigns, demoPassword, demoPixelKey, users } from './world.ts'

/** Text for HTML: everything that could end it is written as a character reference. */
const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

const page = (title: string, style: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title><link rel="icon" href="data:,"><style>body{font:16px/1.6 system-ui,sans-serif;margin:0;color:#1c2430;background:#fff}main{max-width:52rem;margin:0 auto;padding:2.5rem 1.25rem}a{color:inherit}${style}</style></head><body>${body}</body></html>`

/** A page of the demo clients' own web sites: the stage on which visitors walk, with the pixel on it. */
export function sitePage(host: string, path: string, appOrigin: string): string | null {
  const campaign = campaigns.find(({ siteHost }) => siteHost === host)
  if (!campaign) return null
  const client = campaign.client
  const key = demoPixelKey(campaign.name)
  const topic = path === '/' ? 'Welcome' : path.slice(1, 60).replaceAll('-', ' ')
  const links = ['/', '/services', '/prices', '/contact', '/thank-you']
    .map((to) => `<a href="${to}">${to === '/' ? 'Home' : escape(to.slice(1).replace('-', ' '))}</a>`)
    .join('')
  const conversion = path === '/thank-you' ? ' data-event="conversion" data-value="120"' : ''
  const pixel = campaign.hasPixel
    ? `<script async src="${appOrigin}/px.js" data-key="${key}"${conversion}></script><noscript><img src="${appOrigin}/collect.gif?k=${key}" alt="" width="1" height="1"></noscript>`
    : ''
  return page(
    `${client} · ${topic}`,
    'header{background:#10233f;color:#fff;padding:1rem 1.25rem}header div{max-width:52rem;margin:0 auto;display:flex;gap:1.25rem;flex-wrap:wrap;align-items:center}h1{font-size:2.2rem;line-height:1.2;text-transform:capitalize}header a{text-decoration:none;opacity:.85;text-transform:capitalize}.note{margin-top:3rem;padding:1rem;background:#eef2f7;border-radius:8px;font-size:.9rem}',
    `<header><div><strong>${escape(client)}</strong>${links}</div></header><main><h1>${escape(topic)}</h1>
<p>${escape(client)} is a made-up business. This page stands for a client's own web site and carries the tracking pixel.</p>
<p class="note">Add <code>?hem=</code> and the MD5, SHA-1 or SHA-256 of a demo person's e-mail address to become that person. With Global Privacy Control on, the pixel keeps nothing.</p></main>${pixel}`,
  )
}

export interface DeskState {
  origin: (host: string) => string
  clockText: string
  samples: readonly { name: string; link: string }[]
  received: readonly { at: string; id: string; verified: boolean }[]
  receiverRunning: boolean
  mails: readonly { id: number; to: string; subject: string }[]
}

const form = (action: string, label: string, more = ''): string =>
  `<form method="post" action="${action}">${more}<button>${label}</button></form>`

const list = (rows: readonly string[], empty: string): string =>
  rows.length === 0 ? `<p class="quiet">${empty}</p>` : `<ul>${rows.map((row) => `<li>${row}</li>`).join('')}</ul>`

/** The demo's desk: who can sign in where, whom to visit a site as, what was mailed and received, and the clock. */
export function deskPage(state: DeskState): string {
  const { origin } = state
  const logins = users.map(
    ({ email, kind, company }) => `<code>${email}</code> <span class="quiet">${escape(company)}, ${kind}</span>`,
  )
  const hosts = brands.map(({ company, hosts: [host] }) => `<a href="${origin(host!)}">${escape(company)}</a>`)
  const sites = campaigns.map(
    ({ client, siteHost }) =>
      `<a href="${origin(siteHost)}">${escape(siteHost)}</a> <span class="quiet">${escape(client)}</span>`,
  )
  const moves = [1, 7, 31, 366].map((days) =>
    form('/clock', `+${days} days`, `<input type="hidden" name="days" value="${days}">`),
  )
  return page(
    'Demo desk',
    'h1{font-size:1.6rem}h2{font-size:1rem;margin:2rem 0 .5rem}ul{margin:0;padding-left:1.1rem}form{display:inline-block;margin:0 .5rem .5rem 0}button{font:inherit;padding:.35rem .8rem;border:1px solid #c3ccd8;border-radius:8px;background:#fff;cursor:pointer}.quiet{color:#5b6675}code{background:#eef2f7;padding:.1rem .3rem;border-radius:4px}',
    `<main><h1>Demo desk</h1><p class="quiet">Everything here is made up and stays on this machine.</p>
<h2>Agencies</h2>${list(hosts, '')}
<h2>Logins</h2><p>The password is always <code>${demoPassword}</code>.</p>${list(logins, '')}
<h2>Clients' web sites</h2>${list(sites, '')}
<h2>Visit Plumbright as</h2>${list(
      state.samples.map(({ name, link }) => `<a href="${link}">${escape(name)}</a>`),
      'No persons yet.',
    )}
<h2>Clock</h2><p>It is <strong>${escape(state.clockText)}</strong>.</p>${moves.join('')}${form('/clock', 'Back to now', '<input type="hidden" name="days" value="0">')}
<h2>Webhook receiver</h2><p>${state.receiverRunning ? 'It is running.' : 'It is stopped.'}</p>${form(state.receiverRunning ? '/receiver/stop' : '/receiver/start', state.receiverRunning ? 'Stop it' : 'Start it')}
${list(
  state.received.map(
    ({ at, id, verified }) =>
      `${escape(at)} <code>${escape(id)}</code> ${verified ? 'signature valid' : 'signature wrong'}`,
  ),
  'Nothing received yet.',
)}
<h2>Mailbox</h2>${list(
      state.mails.map(
        ({ id, to, subject }) =>
          `<a href="/mail/${id}">${escape(subject)}</a> <span class="quiet">${escape(to)}</span>`,
      ),
      'No mail yet.',
    )}
</main>`,
  )
}

/** One message as its reader sees it; its HTML is shown in a frame that may do nothing. */
export const mailPage = (mail: { to: string; from: string; subject: string; html: string }): string =>
  page(
    mail.subject,
    'h1{font-size:1.3rem}iframe{width:100%;min-height:70vh;border:1px solid #d8dee7;border-radius:8px}.quiet{color:#5b6675}',
    `<main><p><a href="/">Back to the desk</a></p><h1>${escape(mail.subject)}</h1><p class="quiet">${escape(mail.from)} to ${escape(mail.to)}</p><iframe sandbox srcdoc="${escape(mail.html)}"></iframe></main>`,
  )
