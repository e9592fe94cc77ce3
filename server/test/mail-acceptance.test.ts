import { execFile, execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect } from 'vitest'
import { languages } from '#contract/core/language.ts'
import { readLetterhead } from '#server/areas/mails/layout/read-letterhead.ts'
import { sampleWriter } from '#server/areas/mails/samples/write-sample.ts'
import { mailSamples } from '#server/mail-samples.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { lettersOf, type MailMessage } from '#server/platform/mail.ts'
import { prove } from './proofs.ts'
import { openWorld } from './world.ts'

const run = promisify(execFile)
const hasTool = (name: string, ...args: string[]): boolean => {
  try {
    execFileSync(name, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const day_ms = 86_400_000
const { http, tree } = await openWorld({ clock: createStillClock(Date.now() - day_ms) })
const owner = { rootId: tree.root.id, agencyId: tree.acme.id }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-acceptance-'))
  await chmod(folder, 0o755)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Letter {
  name: string
  message: MailMessage
}

/** Every mail in both languages, as an agency sends it. */
async function lettersOfAll(): Promise<Letter[]> {
  const letters: Letter[] = []
  for (const language of languages) {
    const write = await sampleWriter(http.platform, owner, language)
    for (const [name, sample] of Object.entries(mailSamples)) {
      const mail = write(sample)
      const message = { ...mail, ...(await readLetterhead(http.platform, owner, mail)), id: `${language}.${name}` }
      letters.push({ name: `${name} (${language})`, message: { ...message, to: ['dana.reed@example.com'] } })
    }
  }
  return letters
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => void server.close(closed))
  return port
}

/** A Postfix of its own that takes mail strictly and throws it away. Returns its port and what stops it. */
async function startPostfix(): Promise<{ port: number; stop: () => void }> {
  const port = await freePort()
  const place = (name: string): string => join(folder, 'postfix', name)
  for (const name of ['', 'queue', 'data']) await mkdir(place(name), { recursive: true })
  await run('chown', ['postfix', place('data')])
  const main = {
    queue_directory: place('queue'),
    data_directory: place('data'),
    compatibility_level: '3.6',
    myhostname: 'mx.example.test',
    mydestination: '',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    default_transport: 'discard:',
    maillog_file: place('log'),
    maillog_file_prefixes: folder,
    strict_rfc821_envelopes: 'yes',
    strict_7bit_headers: 'yes',
    strict_8bitmime: 'yes',
    strict_mime_encoding_domain: 'yes',
    smtpd_reject_unlisted_recipient: 'no',
  }
  await writeFile(
    place('main.cf'),
    Object.entries(main)
      .map(([key, value]) => `${key} = ${value}\n`)
      .join(''),
  )
  const shippedServices = await readFile('/usr/share/postfix/master.cf.dist', 'utf8')
  const services = shippedServices.replace(/^smtp {6}inet .*$/m, `127.0.0.1:${port} inet n - n - - smtpd`)
  await writeFile(place('master.cf'), services.replaceAll(/^(\S+ +\S+ +\S+ +\S+ +)y( )/gm, '$1n$2'))
  // What it starts would hold a pipe open.
  const program = 'postfix'
  const postfix = (command: string): void => void execFileSync(program, ['-c', place(''), command], { stdio: 'ignore' })
  postfix('start')
  return { port, stop: () => postfix('stop') }
}

prove(
  'Postfix at its strictest takes every mail',
  async ({ skip }) => {
    if (process.getuid?.() !== 0 || !hasTool('postconf', '-d', 'mail_version'))
      skip('Postfix is not installed, or this is not root: apt-get install postfix')
    const { port, stop } = await startPostfix()
    try {
      const transport = createTransport({ host: '127.0.0.1', port, pool: true, ignoreTLS: true })
      for (const { name, message } of await lettersOfAll()) {
        const answer = await transport.sendMail(lettersOf(message))
        expect(answer.response, name).toMatch(/^250 2\.0\.0 Ok: queued/)
      }
      transport.close()
    } finally {
      stop()
    }
  },
  120_000,
)
