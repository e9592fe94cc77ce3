import { accessSync, constants } from 'node:fs'
import { StartProblem } from '../start-problem.ts'

/** Parameters of a database's URL that name files. */
const files = ['sslrootcert', 'sslcert', 'sslkey']

/**
 * Puts the TLS of a database's URL into the driver's words. `require`, which providers hand out, checks the server like
 * `verify-full`; `verify-ca` checks its certificate against an authority of the operator's own, whatever the server's name.
 * Throws `StartProblem` if a file cannot be read.
 */
export function settleTls({ searchParams }: URL): void {
  for (const name of files) assertReadable(name, searchParams.get(name))
  // Whoever asks for the meaning of PostgreSQL's own tools gets it.
  if (searchParams.has('uselibpqcompat')) return
  const mode = searchParams.get('sslmode') ?? ''
  // A public authority vouches for names only: it issues a certificate to everybody.
  if (mode === 'verify-ca' && searchParams.has('sslrootcert')) searchParams.set('uselibpqcompat', 'true')
  else if (['prefer', 'require', 'verify-ca'].includes(mode)) searchParams.set('sslmode', 'verify-full')
}

function assertReadable(name: string, file: string | null): void {
  if (!file) return
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartProblem(
      `The file ${file}, which ${name} in DATABASE_URL names, cannot be read (${code}): correct its path, or let this user read it.`,
      { cause: error },
    )
  }
}
