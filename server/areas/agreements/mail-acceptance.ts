import { hostForLinks } from '#server/areas/branding/find-host.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { StoredDocument } from './find-document.ts'
import type { Signer } from './find-signer.ts'

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
  const at = new Date(machineTime(platform.clock)).toISOString()
  const url = pageAddress(platform.config, await hostForLinks(tx, host, agencyId), `/download-auth/${id}`)
  await queueMail(tx, platform, {
    to: { rootId, agencyId, email: signer.email, language: signer.language },
    write: (say) => ({
      title: say('You accepted an agreement'),
      paragraphs: [
        say('{person} accepted {document} for {company}.', {
          person: signer.userName,
          document: document.title,
          company: signer.companyName,
        }),
      ],
      ...(caller.kind === 'client' ? {} : { button: { label: say('Download the certificate'), url } }),
      facts: [
        [say('Version'), String(document.version)],
        [say('Time'), at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
        [say('Address'), address],
        [say('Fingerprint of the text'), textHash.toString('hex')],
      ],
      note: say('If this wasn’t you, set a new password now and contact support.'),
    }),
  })
}
