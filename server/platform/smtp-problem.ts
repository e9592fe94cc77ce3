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
