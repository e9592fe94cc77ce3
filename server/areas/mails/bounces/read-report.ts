import PostalMime, { type Attachment } from 'postal-mime'
import { isGone } from '#server/platform/smtp-problem.ts'

/** A mail server's report of a mail that it could not deliver (RFC 3464). */
export interface Report {
  /** Whether a mailbox is said not to exist, as against a full one, a policy or a delay. */
  isGone: boolean
  /** Whom the mail may have been for: as the report names them, and as the mail did that came back. */
  addresses: readonly string[]
}

/** Null for what is no such report: an absence note, an answer, spam. */
export async function readReport(raw: Buffer): Promise<Report | null> {
  const { attachments } = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' })
  const ofType = (...types: string[]): string[] =>
    attachments.filter(({ mimeType }) => types.includes(mimeType)).map(textOf)
  const [status] = ofType('message/delivery-status', 'message/global-delivery-status')
  if (status === undefined) return null
  const recipients = status.split(/\r?\n[ \t]*\r?\n/).map(fieldsOf)
  const [message = ''] = ofType('message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers')
  const { to = [] } = await PostalMime.parse(message)
  return {
    isGone: recipients.some(saysGone),
    addresses: [
      ...recipients.flatMap((fields) => ['original-recipient', 'final-recipient'].map((name) => fields.get(name))),
      ...to.map(({ address }) => address),
    ].flatMap((address) => address?.replace(/^[^;]*;\s*/, '').replace(/^<(.*)>$/, '$1') || []),
  }
}

const textOf = ({ content }: Attachment): string => String(content)

const fieldsOf = (group: string): ReadonlyMap<string, string> =>
  new Map(
    group
      .replaceAll(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .map((line): [string, string] => {
        const [name = '', ...value] = line.split(':')
        return [name.trim().toLowerCase(), value.join(':').trim()]
      }),
  )

/** By the same rule as a server that refuses a mail at once: what it answered, else the status that the report gives it. */
function saysGone(fields: ReadonlyMap<string, string>): boolean {
  if (fields.get('action')?.toLowerCase() !== 'failed') return false
  const [, answer] = /^smtp;\s*(5\d\d[ -].*)$/i.exec(fields.get('diagnostic-code') ?? '') ?? []
  const status = /^5\.\d+\.\d+/.exec(fields.get('status') ?? '')?.[0]
  const isUnsaid = status === undefined || status === '5.0.0'
  const response = isUnsaid ? (answer ?? '') : `550 ${status}`
  return isGone({ responseCode: Number(response.slice(0, 3)), response })
}
