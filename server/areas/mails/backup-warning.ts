import type { Language } from '#contract/core/language.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { showDate } from '#server/platform/show-date.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { MailContent } from './lay-out-mail.ts'
import { fiction, type MailSamples } from './mail-sample.ts'
import { queueMail, type Receiver } from './queue-mail.ts'

/** When the last backups were made, in milliseconds; null if there is none. */
export interface LastBackups {
  made_ms: number | null
  proven_ms: number | null
}

/** Tells somebody of the operator that backups are not made or not good. */
export const mailBackupWarning = (tx: Tx, platform: Platform, to: Receiver, last: LastBackups): Promise<unknown> =>
  queueMail(tx, platform, { kind: 'problems', to, write: backupText(last) })

const backupText =
  ({ made_ms, proven_ms }: LastBackups) =>
  (say: Translate, language: Language): MailContent => {
    const dateText = (at_ms: number | null): string =>
      at_ms === null ? say('None so far') : showDate(new Date(at_ms).toISOString().slice(0, 10), language)
    return {
      title: say('There is no recent backup that is known to be good'),
      paragraphs: [
        say('If the server were lost now, everything since the last good backup would be lost with it.'),
        say('Run npm run doctor on the server: it says what is wrong and what to do.'),
      ],
      facts: [
        [say('Last backup'), dateText(made_ms)],
        [say('Last backup restored on trial'), dateText(proven_ms)],
      ],
    }
  }

/** With invented data. */
export const samples: MailSamples = {
  backup_too_old: {
    kind: 'problems',
    isOperators: true,
    write: backupText({ made_ms: fiction.at_ms, proven_ms: null }),
  },
}
