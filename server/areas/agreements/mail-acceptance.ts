import { hostForLinks } from '#server/areas/branding/find-host.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { StoredDocument } from './find-document.ts'
import type { Signer } from './find-signer.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'

interface Accepted {
  id: string
  document: StoredDocument
  signer: Signer
  textHash: Buffer
}

/** Tells the person what they accepted. The certificate requires their password (R041), which clients enter on screen. */
export async function mailAcceptance(
  tx: Tx,
  { platform, caller, host, address }: SignedInCall,
  { id, document, signer, textHash }: Accepted,
): Promise<void> {
  const { rootId, agencyId } = caller
  const at_ms = machineTime(platform.clock)
  const url = pageAddress(platform.config, await hostForLinks(tx, host, agencyId), `/download-auth/${id}`)
  const acceptance = { isClient: caller.kind === 'client', url, at_ms, address }
  await queueMail(tx, platform, {
    kind: 'account',
    to: { rootId, agencyId, email: signer.email, language: signer.language },
    write: acceptanceText({ ...acceptance, signer, title: document.title, version: document.version, textHash }),
  })
}

interface Acceptance {
  signer: Pick<Signer, 'userName' | 'companyName'>
  title: string
  version: number
  isClient: boolean
  url: string
  at_ms: number
  address: string
  textHash: Buffer
}

const acceptanceText =
  ({ signer, title, version, isClient, url, at_ms, address, textHash }: Acceptance) =>
  (say: Translate): MailContent => ({
    title: say('You accepted an agreement'),
    paragraphs: [
      say('{person} accepted {document} for {company}.', {
        person: signer.userName,
        document: title,
        company: signer.companyName,
      }),
    ],
    ...(isClient ? {} : { button: { label: say('Download the certificate'), url } }),
    facts: [
      [say('Version'), String(version)],
      [say('Time'), { at_ms }],
      [say('Address'), address],
      [say('Fingerprint of the text'), textHash.toString('hex')],
    ],
    note: say('If this wasn’t you, set a new password now and contact support.'),
  })

/** With invented data. */
export const samples: MailSamples = {
  agreement: {
    kind: 'account',
    write: (say, _language, { url }) =>
      acceptanceText({
        signer: { userName: fiction.person, companyName: fiction.company },
        title: fiction.agreement,
        version: 1,
        isClient: false,
        url: url('/download-auth/sample'),
        at_ms: fiction.at_ms,
        address: fiction.address,
        textHash: Buffer.from('sample'),
      })(say),
  },
}
