import type { Language } from '#contract/core/language.ts'
import { hostForLinks } from '#server/areas/branding/find-host.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'

/** Welcomes somebody who just completed their setup, and says where to begin. */
export async function mailWelcome(tx: Tx, { platform, caller, host }: SignedInCall): Promise<void> {
  const { rootId, agencyId, userId, kind } = caller
  const { rows } = await tx.query<{ email: string; language: Language; name: string; brand: string }>(
    `select person.email, coalesce(person.language, 'en') as language, person.full_name as name, brand.name as brand
       from app_user person join brand on brand.company_id in (person.root_id, person.agency_id)
      where person.id = $1 order by (brand.company_id = person.agency_id) desc nulls last limit 1`,
    [userId],
  )
  const [person] = rows
  if (!person) return
  const { email, language, name, brand } = person
  const url = pageAddress(platform.config, await hostForLinks(tx, host, agencyId), '/')
  await queueMail(tx, platform, {
    kind: 'account',
    to: { rootId, agencyId, email, language },
    write: welcomeText({ brand, name, isClient: kind === 'client', url, email }),
  })
}

const welcomeText =
  ({
    brand,
    name,
    isClient,
    url,
    email,
  }: {
    brand: string
    name: string
    isClient: boolean
    url: string
    email: string
  }) =>
  (say: Translate): MailContent => ({
    title: say('Welcome to {brand}', { brand }),
    paragraphs: [
      say('Hello {name},', { name }),
      isClient
        ? say('Your setup is complete. Your start page shows who visits your website, and your leads.')
        : say('Your setup is complete. Your start page lists the first steps, which tick themselves off.'),
    ],
    button: { label: say('Open your start page'), url },
    facts: [[say('Account'), email]],
  })

/** With invented data. */
export const samples: MailSamples = {
  welcome: {
    kind: 'account',
    write: (say, _language, { url, brand }) =>
      welcomeText({ brand, name: fiction.person, isClient: true, url: url('/'), email: fiction.email })(say),
  },
}
