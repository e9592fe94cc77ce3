import { alertMail, mailKindOf } from '#server/areas/alerts/alert-words.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { digestText } from '#server/areas/reports/digests/digest-words.ts'
import type { MailKinds } from './kind.ts'

const kinds = ['silent', 'no_leads', 'spending', 'deliveries'] as const
const campaigns = [
  { campaign: 'Visitors', client: 'Plumbing' },
  { campaign: 'Buyers', client: 'Plumbing' },
]
const figures = { now: { visits: 9, leads: 3, cost_e4: 90_000 }, earlier: { visits: 6, leads: 2, cost_e4: 60_000 } }

/** Alerts, and the mail of a day or a week. */
export const alertMails: MailKinds = {
  'server/areas/alerts/alert-words.ts': {
    titles: [
      'No hits: {campaign}',
      'Campaigns without hits: {count}',
      'No leads: {campaign}',
      'Campaigns without leads: {count}',
      'Near its limit: {campaign}',
      'Campaigns near their limit: {count}',
      'Deliveries fail: {campaign}',
      'Failing destinations: {count}',
    ],
    from: 'agency',
    send: ({ inRoot, http, receiver }) =>
      inRoot(async (tx) => {
        for (const kind of kinds)
          for (const some of [campaigns.slice(0, 1), campaigns])
            await queueMail(tx, http.platform, {
              kind: mailKindOf[kind],
              to: receiver,
              write: alertMail({ kind, threshold: 2, campaigns: some, url: undefined }),
            })
      }),
  },
  'server/areas/reports/digests/digest-words.ts': {
    titles: ['Your day: {end}', 'Your week: {start} to {end}'],
    from: 'agency',
    send: ({ inRoot, http, receiver }) =>
      inRoot(async (tx) => {
        for (const every of ['day', 'week'] as const)
          await queueMail(tx, http.platform, {
            kind: 'digests',
            to: receiver,
            write: digestText({
              every,
              start: '2026-11-13',
              end: '2026-11-19',
              figures,
              lines: [{ title: 'Visitors', paragraphs: ['9'] }],
              url: undefined,
            }),
          })
      }),
  },
}
