/** The phase in which it failed. */
export type MailProblem =
  | 'refused_address'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'auth'
  | 'sender'
  | 'recipient'
  | 'busy'
  | 'rejected'
  | 'timeout'

export interface SmtpError {
  code?: string
  originalCode?: string
  command?: string
  responseCode?: number
  message?: string
  /** The server's answer. */
  response?: string
  /** The address that it is about. */
  recipient?: string
  /** Those of each address that was refused. */
  rejectedErrors?: readonly SmtpError[]
}

/** Codes by which a server says that there is no such mailbox, as against a full one or a policy of its own (RFC 3463). */
const noMailbox = /^5\d\d[ -]5\.(1\.(?!7|8)\d+|2\.1)\b/
const anyEnhanced = /^5\d\d[ -]5\.\d+\.\d+/
/** A server without such codes means itself or the sender, not the address. */
const ofPolicy = /relay|polic|block|spam|reputation|auth|denied|quota|full/i

/** The addresses that a server refused for good: mail to them would never arrive. */
export const goneAmong = ({ rejectedErrors = [] }: SmtpError): string[] =>
  rejectedErrors.filter(isGone).flatMap(({ recipient }) => recipient ?? [])

/** Whether a server’s answer says that a mailbox does not exist. */
export function isGone({ responseCode = 0, response = '' }: SmtpError): boolean {
  if (anyEnhanced.test(response)) return noMailbox.test(response)
  return [550, 551, 553].includes(responseCode) && !ofPolicy.test(response)
}

/** In which phase a conversation with a mail server failed. */
export function problemOf({
  code = '',
  originalCode = '',
  command = '',
  responseCode = 0,
  message = '',
}: SmtpError): MailProblem {
  if (code === 'ETIMEDOUT') return 'timeout'
  if (responseCode === 530 || responseCode === 535 || /^E(NO)?AUTH$/.test(code)) return 'auth'
  const isSecurity = /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(originalCode)
  if (code === 'ETLS' || command === 'STARTTLS' || isSecurity) return 'tls'
  if (/\bTLS|SSL|STARTTLS|certificate/i.test(code === 'EENVELOPE' || code === 'EMESSAGE' ? '' : message)) return 'tls'
  // 421 closes the whole service; other 4xx codes defer one mail.
  if (responseCode >= 400 && responseCode < 500 && responseCode !== 421) return 'busy'
  if (command === 'MAIL FROM') return 'sender'
  if (command === 'RCPT TO') return 'recipient'
  return code === 'EMESSAGE' || command === 'DATA' ? 'rejected' : 'connect'
}
