import { findHostOf } from '#server/areas/branding/find-host.ts'
import { readRoots } from '#server/areas/branding/read-roots.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { takeDueMails, type DueMail } from '#server/areas/mails/preferences/waiting-mails.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { groupBy } from '#server/platform/group-by.ts'
import type { Job } from '#server/platform/jobs.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { daysBefore } from '../days.ts'
import { digestText } from './digest-words.ts'
import { readFigures } from './read-figures.ts'

/** Sends what has waited: by itself after quiet hours, and collected in one mail for each person. */
export const sendWaitingMailsJob: Job = {
  name: 'send-waiting-mails',
  everyMinutes: 5,
  async run(platform) {
    const roots = (await readRoots(platform)).map((rootId) => ({ rootId }))
    await settleEach(platform, 'an operator’s waiting mails could not be sent', roots, ({ rootId }) =>
      inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
        const due = await takeDueMails(tx, platform, rootId)
        for (const { mail } of due.filter(({ collected }) => collected === null))
          await queueMail(tx, platform, {
            to: mail.to,
            kind: mail.kind ?? 'account',
            isDue: true,
            write: () => mail.content,
          })
        const parts = groupBy(
          due.filter(({ collected }) => collected !== null),
          ({ userId, collected, mail }) => `${userId} ${collected} ${mail.to.agencyId}`,
        )
        for (const mails of parts.values()) await sendDigest(tx, platform, mails)
      }),
    )
  },
}

async function sendDigest(tx: Tx, platform: Platform, mails: readonly DueMail[]): Promise<void> {
  const { companyId, collected, mail, zone } = mails[0]!
  const { to } = mails.at(-1)!.mail
  const every = collected ?? 'day'
  const end = daysBefore(localDateAt(platform.clock.now(), zone), 1)
  const length = every === 'day' ? 1 : 7
  const start = daysBefore(end, length - 1)
  const figures =
    to.agencyId === null
      ? null
      : await readFigures(tx, { agencyId: to.agencyId, companyId }, { before: daysBefore(start, length), start, end })
  const host = await findHostOf(tx, mail.to.agencyId ?? mail.to.rootId)
  await queueMail(tx, platform, {
    to,
    kind: 'digests',
    isDue: true,
    write: digestText({
      every,
      start,
      end,
      figures,
      lines: mails.map(({ mail: { content } }) => content),
      url: host ? pageAddress(platform.config, host, '/') : undefined,
    }),
  })
}
