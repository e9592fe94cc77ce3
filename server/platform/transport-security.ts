/** Connections that may cross a network unencrypted in production, by the setting `CLEAR_TEXT`. */
export const clearTexts = ['mail', 'database'] as const

/** Whether a host is this machine: nothing in between can read along. */
export const isOwnMachine = (host: string): boolean =>
  host === '' || host.startsWith('/') || /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[?::1\]?)$/i.test(host)

interface MailSecurity {
  production?: boolean
  CLEAR_TEXT?: readonly (typeof clearTexts)[number][]
}

/** In production a mail server elsewhere gets no login and no code before STARTTLS, even if it offers none. */
export const mailSecurity = ({ production = false, CLEAR_TEXT = [] }: MailSecurity, url: string) => ({
  requireTLS: production && !CLEAR_TEXT.includes('mail') && !isOwnMachine(new URL(url).hostname),
})

/** Why mail could be read on its way, as the sentence of a setting; null if it could not. */
export function mailClearTextProblem(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (isOwnMachine(url.hostname)) return null
  const off = ['ignoreTLS=true', 'requireTLS=false', 'tls.rejectUnauthorized=false'].find((option) => {
    const [name, value] = option.split('=') as [string, string]
    return url.searchParams.get(name) === value
  })
  return off === undefined
    ? null
    : `${off} would let others read sign-in codes: remove it, or set CLEAR_TEXT=mail for a network that is yours alone`
}

/** Whether the driver encrypts the connection of a database's URL. */
const asksForTls = (url: URL): boolean => {
  const mode = url.searchParams.get('sslmode')
  if (mode !== null) return !['disable', 'allow'].includes(mode)
  return ['true', '1'].includes(url.searchParams.get('ssl') ?? '')
}

/** The same for a database's connection. */
export function databaseClearTextProblem(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (isOwnMachine(url.searchParams.get('host') ?? url.hostname) || asksForTls(url)) return null
  return 'would send data and password unencrypted: add ?sslmode=verify-full (with &sslrootcert=<file> for an authority of your own), or set CLEAR_TEXT=database for a network that is yours alone'
}
