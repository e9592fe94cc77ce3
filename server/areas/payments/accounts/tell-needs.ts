import { requirementWord } from '#contract/payments/account-requirements.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { MailSamples } from '#server/areas/mails/mail-sample.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { AccountStatus } from '#server/providers/payments/gateway.ts'
import type { Owner } from './connected-accounts.ts'
import { mailAccountOwner } from './mail-account-owner.ts'

const closure = 'closed'

/** What the gateway waits for; nothing while the owner still fills in its form. */
function needsOf({ state, requirements }: AccountStatus): readonly string[] {
  if (state === 'failed') return [closure]
  return state === 'pending' ? [] : requirements
}

/**
 * Tells an account's owner when the gateway asks for something that they were not told of yet. What was told is stored in the
 * transaction of its mail, so that readings that repeat it tell nothing, and what is asked for again later is told again.
 */
export async function tellNeeds(tx: Tx, platform: Platform, owner: Owner, standing: AccountStatus): Promise<void> {
  const needs = needsOf(standing)
    .slice(0, 50)
    .map((one) => one.slice(0, 200))
  const { rows } = await tx.query<{ isNew: boolean }>(
    `update connected_account account
        set told_requirements = $2,
            needs_since = case when $2 = '{}'::text[] then null when $2 <@ earlier.told then account.needs_since else $3 end
       from (select told_requirements as told from connected_account where owner_id = $1) earlier
      where account.owner_id = $1 returning not $2 <@ earlier.told as "isNew"`,
    [owner.id, needs, dateOf(platform.clock.now())],
  )
  if (rows[0]?.isNew) await mailAccountOwner(tx, platform, owner, (url) => accountNeedsText(needs, url))
}

const accountNeedsText =
  (needs: readonly string[], url: string) =>
  (say: Translate): MailContent => {
    const button = { label: say('Open payment account'), url }
    if (needs.includes(closure))
      return {
        title: say('Your payment account was closed'),
        paragraphs: [
          say('The payment provider rejected or closed it, so no money moves through it. Connect another account.'),
        ],
        button,
      }
    const names = needs.map((one) => {
      const word = requirementWord(one)
      return word === null ? one : say(word)
    })
    return {
      title: say('Your payment account needs something'),
      paragraphs: [
        say('The payment provider asks for what is named below. Until it is there, charges or payouts may stop.'),
      ],
      button,
      facts: [[say('Still needed'), [...new Set(names)].join(' · ')]],
    }
  }

/** With invented data. */
export const samples: MailSamples = {
  account_needs: {
    kind: 'money',
    isOperators: true,
    write: (say, _language, { url }) => accountNeedsText(['external_account', 'company.tax_id'], url('/'))(say),
  },
  account_closed: {
    kind: 'money',
    isOperators: true,
    write: (say, _language, { url }) => accountNeedsText([closure], url('/'))(say),
  },
}

/** Since when an agency's account waits for something; null if it doesn't. */
export async function readNeedsSince(tx: Tx, agencyId: string): Promise<Date | null> {
  const { rows } = await tx.query<{ needs_since: Date | null }>(
    'select needs_since from connected_account where owner_id = $1',
    [agencyId],
  )
  return rows[0]?.needs_since ?? null
}
