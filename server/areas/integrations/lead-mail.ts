import type { LeadEvent } from '#contract/integrations/lead-event.ts'

/** An e-mail as it is kept with its delivery, so that every try sends the same. */
export interface KeptMail {
  from: { name: string; address: string }
  subject: string
  text: string
  html: string
}

export interface MailSender {
  name: string
  address: string
  brandColor: string
}

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** Tells the report recipients about one lead, in the brand of the agency and of nobody else. */
export function composeLeadMail(sender: MailSender, lead: LeadEvent['data']): KeptMail {
  return composeNotice(sender, `${lead.kind === 'test' ? 'Test lead' : 'New lead'}: ${lead.campaignName}`, [
    ['Name', `${lead.first_name} ${lead.last_name}`],
    ['E-mail', lead.email],
    ['Phone', lead.phone],
    ['Address', [lead.street, lead.city, `${lead.state} ${lead.zip}`.trim()].filter(Boolean).join(', ')],
    ['Page', lead.page_url],
    ['Time', lead.created_at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
  ])
}

/** A title and named facts in the agency's brand; facts without a value are left out. */
export function composeNotice(sender: MailSender, title: string, facts: [string, string][]): KeptMail {
  const known = facts.filter(([, value]) => value.trim() !== '')
  return {
    from: { name: sender.name, address: sender.address },
    subject: title,
    text: `${title}\n\n${known.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${sender.name}\n`,
    html: layOut(sender, title, known),
  }
}

function layOut(sender: MailSender, title: string, facts: [string, string][]): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:6px 16px 6px 0;color:#5c6470;white-space:nowrap;vertical-align:top">${name}</td>` +
      `<td style="padding:6px 0;word-break:break-word">${escapeHtml(value)}</td></tr>`,
  )
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>` +
    '<body style="margin:0;padding:24px;background:#f4f5f7;font:15px/1.5 Arial,sans-serif;color:#1c2026">' +
    '<div style="max-width:560px;margin:0 auto;background:#fff;border:1px solid #e2e5e9;border-radius:8px">' +
    `<div style="height:4px;border-radius:8px 8px 0 0;background:${sender.brandColor}"></div>` +
    `<div style="padding:24px"><h1 style="margin:0 0 16px;font-size:18px">${escapeHtml(title)}</h1>` +
    `<table role="presentation" style="border-collapse:collapse">${rows.join('')}</table></div></div>` +
    `<p style="text-align:center;color:#5c6470;font-size:13px">${escapeHtml(sender.name)}</p></body></html>`
  )
}
